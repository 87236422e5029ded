package io.strandline.checks.script;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A stepped lab, and the repository's scripts run on it by its administrator. */
final class Scripts implements AutoCloseable {

  static final String DATABASE = "sales";

  /** What USE says. */
  static final String CONTEXT = "Changed database context to 'sales'.";

  final Lab lab;
  final Connection sa;

  Scripts() {
    lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE));
    try {
      sa = connect(Lab.SA, lab.config().server().saPassword());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  Connection connect(String user, String password) throws SQLException {
    return DriverManager.getConnection(lab.jdbcUrl(DATABASE), user, password);
  }

  /** The text of a script of the repository. */
  static String text(String name) {
    try {
      return Files.readString(folder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of the scripts. */
  static Path folder() {
    return Path.of("").toAbsolutePath().resolve("../../sql").normalize();
  }

  /** Runs a script, which may fail, on a connection of its own. */
  ScriptOutcome tryScript(String name, Map<String, String> variables) throws SQLException {
    SqlScript script = SqlScript.read(text(name), variables);
    try (Connection own = connect(Lab.SA, lab.config().server().saPassword())) {
      return new ScriptRunner(own).run(script);
    }
  }

  /** Runs a script that must not fail. */
  ScriptOutcome script(String name, Map<String, String> variables) throws SQLException {
    ScriptOutcome outcome = tryScript(name, variables);
    if (!outcome.errors().isEmpty()) {
      throw new AssertionError(name + ": " + outcome.errors());
    }
    return outcome;
  }

  /** Runs statements as the administrator. */
  void run(String... statements) throws SQLException {
    for (String statement : statements) {
      ScriptOutcome outcome = new ScriptRunner(sa).run(SqlScript.read(statement, Map.of()));
      if (!outcome.errors().isEmpty()) {
        throw new AssertionError(statement + ": " + outcome.errors());
      }
    }
  }

  /** The rows of a query as the administrator, values of a row separated by a bar. */
  List<String> rows(String query) throws SQLException {
    return rows(sa, query);
  }

  static List<String> rows(Connection connection, String query) throws SQLException {
    ScriptOutcome outcome = new ScriptRunner(connection).run(SqlScript.read(query, Map.of()));
    if (!outcome.errors().isEmpty()) {
      throw new AssertionError(query + ": " + outcome.errors());
    }
    List<String> rows = new ArrayList<>();
    outcome.results().forEach(r -> r.rows().forEach(row -> rows.add(String.join("|", row))));
    return rows;
  }

  /** All that the scripts change, as text. */
  List<String> state() throws SQLException {
    List<String> all = new ArrayList<>();
    for (String query :
        List.of(
            "SELECT name, is_cdc_enabled FROM sys.databases ORDER BY name",
            "SELECT * FROM cdc.change_tables ORDER BY object_id",
            "SELECT * FROM cdc.captured_columns ORDER BY object_id, column_ordinal",
            "SELECT * FROM cdc.lsn_time_mapping ORDER BY start_lsn",
            "SELECT name, object_id FROM sys.objects ORDER BY object_id",
            "SELECT * FROM sys.server_principals ORDER BY principal_id",
            "SELECT * FROM sys.database_principals ORDER BY principal_id",
            "SELECT * FROM sys.database_role_members ORDER BY 1, 2",
            "SELECT * FROM sys.database_permissions ORDER BY major_id, minor_id, 5",
            "SELECT * FROM msdb.dbo.sysjobs ORDER BY name",
            "SELECT * FROM msdb.dbo.sysjobsteps ORDER BY step_name",
            "SELECT * FROM msdb.dbo.sysjobservers",
            "SELECT * FROM msdb.dbo.sysschedules ORDER BY schedule_id",
            "SELECT * FROM msdb.dbo.sysjobschedules",
            "SELECT * FROM msdb.dbo.cdc_jobs ORDER BY job_type")) {
      all.add(query);
      all.addAll(rows(query));
    }
    return all;
  }

  void capture() {
    lab.database(DATABASE).capture().drain();
  }

  @Override
  public void close() throws SQLException {
    sa.close();
    lab.close();
  }
}
