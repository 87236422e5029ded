package io.strandline.checks.process;

import io.strandline.cli.Main;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** {@code strandline lab} as a process, steered and asked by SQL as {@code sa}. */
public final class LabProcess implements AutoCloseable {

  private final JavaProcess process;
  private final String url;
  private final Properties passwords = new Properties();

  private LabProcess(JavaProcess process, Path passwordFile) throws IOException {
    this.process = process;
    this.url =
        process
            .out()
            .lines()
            .filter(line -> line.startsWith("url "))
            .findFirst()
            .orElseThrow()
            .substring(4);
    try (Reader reader = Files.newBufferedReader(passwordFile)) {
      passwords.load(reader);
    }
  }

  /** Starts a lab with the flights workload; returns once it takes connections. */
  public static LabProcess start(Path folder, long seed, double speed) {
    Path passwordFile = folder.resolve("passwords");
    List<String> arguments =
        new ArrayList<>(List.of("lab", "--port", "0", "--workload", "flights"));
    arguments.addAll(List.of("--password-file", passwordFile.toString()));
    arguments.addAll(List.of("--port-file", folder.resolve("port").toString()));
    // Half an hour before the first flight, so that changes come soon.
    arguments.addAll(List.of("--start", "2013-01-01T10:00:00Z"));
    arguments.addAll(List.of("--seed", String.valueOf(seed), "--speed", String.valueOf(speed)));
    JavaProcess process = JavaProcess.start(folder, Main.class, Map.of(), arguments);
    try {
      if (!process.awaitLine("password of reader")) {
        throw new AssertionError("the lab did not start: " + process.describe());
      }
      return new LabProcess(process, passwordFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return url;
  }

  public String readerPassword() {
    return passwords.getProperty("reader");
  }

  /** Whether the workload has run to its end. */
  public boolean isWorkloadOver() {
    return process.err().contains("the workload is over");
  }

  /** Runs a batch as {@code sa}. */
  public void run(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Every change of the flights that was committed, told by the commits alone. */
  public List<Map<String, Object>> changes() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXEC lab.changes N'dbo_flights'")) {
      List<Map<String, Object>> changes = new ArrayList<>();
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        Map<String, Object> change = new TreeMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          change.put(columns.getColumnName(i), rows.getObject(i));
        }
        changes.add(change);
      }
      return changes;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The changes up to an LSN in its text form. */
  public List<Map<String, Object>> changesUpTo(String endLsn) {
    byte[] end = HexFormat.of().parseHex(endLsn.substring(2));
    return changes().stream()
        .filter(change -> Arrays.compareUnsigned((byte[]) change.get("start_lsn"), end) <= 0)
        .toList();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "sa", passwords.getProperty("sa"));
  }

  @Override
  public void close() {
    process.kill();
  }
}
