package io.strandline.checks.script;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Piece;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import io.strandline.port.TileRequest;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SentStatements;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReaderLoginScriptTest {

  private static final String READER = "strandline_reader";
  private static final String PASSWORD = "Tide-line-7";
  private static final Map<String, String> ORDERS = variables("dbo_orders", PASSWORD);

  private static final byte[] LOW = new byte[10];
  private static final byte[] HIGH = HexFormat.of().parseHex("ff".repeat(10));

  private Scripts scripts;

  private static Map<String, String> variables(String instance, String password) {
    return Map.of(
        "DatabaseName", Scripts.DATABASE,
        "CaptureInstance", instance,
        "ReaderName", READER,
        "READER_PASSWORD", password);
  }

  @BeforeEach
  void makeTwoInstances() throws SQLException {
    scripts = new Scripts();
    scripts.run(
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL,"
            + " salary int NULL)",
        "CREATE TABLE dbo.other (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_db",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
            + " @role_name = NULL, @captured_column_list = N'id, item'",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'other',"
            + " @role_name = N'gate'");
    scripts.capture();
    scripts.run("INSERT INTO dbo.orders (id, item, salary) VALUES (1, N'rope', 9)");
    scripts.capture();
  }

  @AfterEach
  void close() throws SQLException {
    scripts.close();
  }

  private Connection reader() throws SQLException {
    return scripts.connect(READER, PASSWORD);
  }

  @Test
  void changesNothingWhenRunAgain() throws SQLException {
    scripts.script("reader_login.sql", ORDERS);
    List<String> once = scripts.state();
    ScriptOutcome again = scripts.script("reader_login.sql", variables("dbo_orders", "Other-1"));
    assertThat(scripts.state()).isEqualTo(once);
    assertThat(again.messages()).containsExactly(Scripts.CONTEXT);
    reader().close();
  }

  @Test
  void listsAllThatTheReaderMayDo() throws SQLException {
    ScriptOutcome outcome = scripts.script("reader_login.sql", ORDERS);
    assertThat(outcome.results().get(0).rows())
        .containsExactly(
            List.of("GRANT", "SELECT", "cdc", "dbo_orders_CT", "NULL"),
            List.of("GRANT", "SELECT", "dbo", "orders", "id"),
            List.of("GRANT", "SELECT", "dbo", "orders", "item"));
    assertThat(outcome.results().get(1).rows()).isEmpty();
  }

  @Test
  @Tag("F9.3")
  void everyStatementOfTheProductRunsAsTheReader() throws SQLException {
    scripts.script("reader_login.sql", ORDERS);
    SqlServerConfig config =
        SqlServerConfig.of(scripts.lab.jdbcUrl(Scripts.DATABASE), READER, new Secret(PASSWORD));
    List<ChangeBatch> read = new ArrayList<>();
    InstanceView view;
    try (SqlServerSource source = SqlServerSource.open(config)) {
      SourcePoll poll = source.poll(new PollRequest("dbo_orders", Lsn.ZERO));
      assertThat(poll.instances()).hasSize(1);
      assertThat(source.frontier().isOf(poll)).isTrue();
      view = poll.instance("dbo_orders").orElseThrow();
      LsnRange all =
          new LsnRange(view.minLsn().orElseThrow().previous(), poll.max().orElseThrow().lsn());
      assertThat(source.measure(MeasureRequest.of("dbo_orders", all, 100)).rows()).isEqualTo(1);
      assertThat(source.entries(all, 1)).isEqualTo(1);
      Piece older = new Piece("dbo_orders", all.until(all.first()));
      Piece newer = new Piece("dbo_orders", new LsnRange(all.first(), all.end()));
      MeasureRequest two =
          new MeasureRequest(all, List.of(older, newer), 100, 100, Optional.empty());
      assertThat(source.measure(two).rows()).isEqualTo(1);
      assertThat(source.tiles(new TileRequest(newer, 4))).hasSize(1);
      try (SessionReader<ChangeBatch> reader = source.read(ReadRequest.of(view.instance(), all))) {
        for (Optional<ChangeBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
          read.add(next.get());
        }
        assertThat(reader.minLsnAfter()).isEqualTo(view.minLsn());
      }
    }
    assertThat(read.stream().mapToInt(ChangeBatch::rows).sum()).isEqualTo(1);
    Map<String, String> sent = SentStatements.of("dbo_orders", view.instance().columns());
    runDirectly(requireNonNull(sent.remove("reach")), "dbo_orders");
    runDirectly(requireNonNull(sent.remove("changes_without_command_id")), LOW, HIGH);
    Set<String> asked = new HashSet<>();
    scripts.lab.trace().texts().forEach(text -> asked.add(plain(text)));
    assertThat(sent).allSatisfy((name, text) -> assertThat(asked).contains(plain(text)));
  }

  /** Runs a statement that is sent only to older servers, or after a failure, as the reader. */
  private void runDirectly(String statement, Object... parameters) throws SQLException {
    try (Connection reader = reader();
        PreparedStatement prepared = reader.prepareStatement(statement)) {
      for (int i = 0; i < parameters.length; i++) {
        prepared.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = prepared.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  /** A statement without what the driver changes: parameters' names and blanks. */
  private static String plain(String statement) {
    return statement.replaceAll("@P\\d+", "?").replaceAll("\\s+", "");
  }

  @Test
  @Tag("F1.2.1")
  void nothingElseIsOpenToTheReader() throws SQLException {
    scripts.script("reader_login.sql", ORDERS);
    try (Connection reader = reader()) {
      for (String query :
          List.of(
              "SELECT salary FROM dbo.orders",
              "SELECT * FROM dbo.other",
              "SELECT * FROM cdc.dbo_other_CT",
              "SELECT * FROM cdc.change_tables",
              "SELECT * FROM cdc.captured_columns",
              "SELECT * FROM msdb.dbo.cdc_jobs",
              "SELECT * FROM msdb.dbo.sysjobs",
              "INSERT INTO dbo.orders (id) VALUES (2)",
              "UPDATE dbo.orders SET item = N'x'",
              "DELETE FROM dbo.orders")) {
        assertThatThrownBy(() -> Scripts.rows(reader, query))
            .as(query)
            .hasMessageContaining("permission was denied");
      }
      assertThat(Scripts.rows(reader, "SELECT id, item FROM dbo.orders")).containsExactly("1|rope");
      assertThat(Scripts.rows(reader, "EXEC sys.sp_cdc_help_change_data_capture")).hasSize(1);
      assertThat(Scripts.rows(reader, "SELECT sys.fn_cdc_get_min_lsn(N'dbo_other')"))
          .containsExactly("00000000000000000000");
    }
  }

  @Test
  void joinsTheGatingRoleOfASecondInstance() throws SQLException {
    scripts.script("reader_login.sql", ORDERS);
    ScriptOutcome outcome = scripts.script("reader_login.sql", variables("dbo_other", PASSWORD));
    assertThat(outcome.results().get(1).rows()).containsExactly(List.of("gate"));
    try (Connection reader = reader()) {
      assertThat(Scripts.rows(reader, "EXEC sys.sp_cdc_help_change_data_capture")).hasSize(2);
    }
    List<String> once = scripts.state();
    scripts.script("reader_login.sql", variables("dbo_other", PASSWORD));
    assertThat(scripts.state()).isEqualTo(once);
  }

  @Test
  void aDroppedColumnIsNotGranted() throws SQLException {
    scripts.run("ALTER TABLE dbo.orders DROP COLUMN item");
    ScriptOutcome outcome = scripts.script("reader_login.sql", ORDERS);
    assertThat(outcome.results().get(0).rows())
        .containsExactly(
            List.of("GRANT", "SELECT", "cdc", "dbo_orders_CT", "NULL"),
            List.of("GRANT", "SELECT", "dbo", "orders", "id"));
  }

  @Test
  void anUnknownInstanceIsAnError() throws SQLException {
    assertThat(scripts.tryScript("reader_login.sql", variables("dbo_ghosts", PASSWORD)).errors())
        .singleElement()
        .asString()
        .contains("error 50000", "no capture instance dbo_ghosts");
  }

  @Test
  void thePasswordIsInNoMessage() throws SQLException {
    ScriptOutcome outcome = scripts.script("reader_login.sql", ORDERS);
    assertThat(outcome.toString()).doesNotContain(PASSWORD);
    assertThat(Scripts.text("reader_login.sql")).contains("N'$(READER_PASSWORD)'");
  }
}
