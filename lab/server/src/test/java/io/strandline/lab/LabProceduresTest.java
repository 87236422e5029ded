package io.strandline.lab;

import static io.strandline.lab.WireFixture.rows;
import static io.strandline.lab.WireFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.control.ControlProcedure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control by SQL: schema {@code lab} through the real driver. */
@Timeout(60)
class LabProceduresTest {

  private WireFixture wire;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    wire = new WireFixture(LabConfig.stepped().withZone(ZoneId.of("America/New_York")));
    connection = wire.connect();
    run(connection, "EXEC sys.sp_cdc_enable_db");
    run(connection, "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v nvarchar(20) NULL)");
    run(
        connection,
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
            + " @role_name = NULL");
    run(connection, "EXEC lab.capture_step");
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    wire.close();
  }

  private List<String> commitTimes() throws SQLException {
    run(connection, "EXEC lab.capture_step");
    return rows(
        connection,
        "SELECT DISTINCT m.start_lsn, CONVERT(varchar(23), m.tran_end_time, 121)"
            + " FROM cdc.lsn_time_mapping m JOIN cdc.dbo_t_CT c ON c.__$start_lsn = m.start_lsn"
            + " ORDER BY m.start_lsn");
  }

  private static String time(String row) {
    return row.substring(row.indexOf('|') + 1);
  }

  @Test
  void helpListsEveryProcedureAndParameter() throws Exception {
    List<String> help = rows(connection, "EXEC lab.help");
    int expected = Lab.procedures().stream().mapToInt(each -> 1 + each.parameters().size()).sum();
    assertThat(help).hasSize(expected);
    assertThat(Lab.procedures())
        .extracting(ControlProcedure::name)
        .contains(
            "capture_pause",
            "capture_resume",
            "capture_step",
            "changes",
            "clock",
            "clock_advance",
            "clock_freeze",
            "clock_set",
            "clock_speed",
            "clock_step",
            "clock_zone",
            "fault",
            "faults_clear",
            "faults_fired",
            "help",
            "idle_entry",
            "latency",
            "restart",
            "split_packets",
            "state_at",
            "throttle",
            "trace");
  }

  @Test
  void onlyASysadminMayCallThem() throws Exception {
    run(connection, "CREATE LOGIN guest1 WITH PASSWORD = 'Guest-1-pass'");
    run(connection, "CREATE USER guest1 FOR LOGIN guest1");
    try (LabSqlRunner guest = wire.lab.login("guest1", "Guest-1-pass", "sales")) {
      for (ControlProcedure each : Lab.procedures()) {
        assertThat(guest.record("EXEC lab." + each.name()).errors())
            .as(each.name())
            .extracting(error -> error.number())
            .containsExactly(22902);
      }
    }
  }

  @Test
  @Tag("F5.1")
  void theClockIsSetByUtcAndByLocalTime() throws Exception {
    run(connection, "EXEC lab.clock_set @local = '2026-03-07T23:30:00'");
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a')");
    run(connection, "EXEC lab.clock_set @utc = '2026-03-08 06:59:59.5'");
    run(connection, "INSERT INTO dbo.t VALUES (2, N'b')");
    run(connection, "EXEC lab.clock_advance @milliseconds = 500");
    run(connection, "INSERT INTO dbo.t VALUES (3, N'c')");
    assertThat(commitTimes())
        .extracting(LabProceduresTest::time)
        .as("local, and the hour from 2 to 3 is missing")
        .containsExactly(
            "2026-03-07 23:30:00.000", "2026-03-08 01:59:59.500", "2026-03-08 03:00:00.000");
  }

  @Test
  @Tag("F5.2")
  void commitsShareATimeWhileTheClockIsFrozenAndWithinATick() throws Exception {
    run(connection, "EXEC lab.clock_set @utc = '2026-07-01T12:00:00'");
    run(connection, "EXEC lab.clock_speed @speed = 1000");
    assertThat(rows(connection, "EXEC lab.clock_freeze").get(0)).endsWith("|1");
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a')");
    run(connection, "INSERT INTO dbo.t VALUES (2, N'b')");
    run(connection, "EXEC lab.clock_speed @speed = 0");
    run(connection, "EXEC lab.clock_freeze @frozen = 0");
    run(connection, "EXEC lab.clock_set @utc = '2027-01-01T00:00:00'");
    run(connection, "INSERT INTO dbo.t VALUES (3, N'c')");
    run(connection, "EXEC lab.clock_advance @milliseconds = 1");
    run(connection, "INSERT INTO dbo.t VALUES (4, N'd')");
    run(connection, "EXEC lab.clock_advance @milliseconds = 1");
    run(connection, "INSERT INTO dbo.t VALUES (5, N'e')");
    List<String> times = commitTimes().stream().map(LabProceduresTest::time).toList();
    assertThat(times).hasSize(5);
    assertThat(times.get(0)).isEqualTo(times.get(1));
    assertThat(times.subList(2, 5))
        .as("ticks of 1/300 s: 0 and 1 ms are one, 2 ms is the next")
        .containsExactly(
            "2026-12-31 19:00:00.000", "2026-12-31 19:00:00.000", "2026-12-31 19:00:00.003");
  }

  @Test
  @Tag("F5.3")
  void localTimeGoesBackWhenSummerTimeEndsAndWhenTheClockIsSetBack() throws Exception {
    run(connection, "EXEC lab.clock_set @local = '2026-11-01 01:30:00'");
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a')");
    run(connection, "EXEC lab.clock_advance @milliseconds = 2700000");
    run(connection, "INSERT INTO dbo.t VALUES (2, N'b')");
    run(connection, "EXEC lab.clock_step @milliseconds = -60000");
    run(connection, "INSERT INTO dbo.t VALUES (3, N'c')");
    assertThat(commitTimes())
        .extracting(LabProceduresTest::time)
        .containsExactly(
            "2026-11-01 01:30:00.000", "2026-11-01 01:15:00.000", "2026-11-01 01:14:00.000");
  }

  @Test
  void theZoneIsMoved() throws Exception {
    run(connection, "EXEC lab.clock_set @utc = '2026-07-01T12:00:00'");
    assertThat(rows(connection, "EXEC lab.clock_zone @zone = 'Asia/Kolkata'"))
        .containsExactly(
            "2026-07-01 12:00:00.0000000|2026-07-01 17:30:00.0000000|Asia/Kolkata|0.0|0");
    assertThat(rows(connection, "SELECT DATEPART(TZOFFSET, SYSDATETIMEOFFSET())"))
        .containsExactly("330");
  }

  @Test
  void faultsAreArmedListedAndTakenBack() throws Exception {
    run(
        connection,
        "EXEC lab.fault @effect = 'error', @pattern = 'FROM\\s+dbo', @error = 8645,"
            + " @severity = 17, @state = 3, @message = N'no memory', @skip = 1, @times = 2");
    assertThat(rows(connection, "SELECT id FROM dbo.t")).isEmpty();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> rows(connection, "SELECT id FROM dbo.t"))
          .hasMessage("no memory")
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(8645));
    }
    assertThat(rows(connection, "SELECT id FROM dbo.t")).isEmpty();
    assertThat(rows(connection, "EXEC lab.faults_fired"))
        .hasSize(2)
        .allMatch(
            row -> row.contains("|before_statement|") && row.endsWith("|SELECT id FROM dbo.t"));
    run(connection, "EXEC lab.fault @effect = 'kill', @times = 1000000");
    run(connection, "EXEC lab.faults_clear");
    assertThat(rows(connection, "SELECT 1")).containsExactly("1");
  }

  @Test
  void aFaultAfterRowsOfATable() throws Exception {
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a'), (2, N'b')");
    run(connection, "EXEC lab.fault @effect = 'half_packet', @table = 'dbo.t', @rows = 1");
    assertThatThrownBy(() -> rows(connection, "SELECT id FROM dbo.t"))
        .isInstanceOf(SQLException.class);
    connection = wire.connect();
    assertThat(rows(connection, "EXEC lab.faults_fired").get(0)).contains("after_rows");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lab.fault @effect = 'explode'",
        "lab.fault @effect = 'kill', @point = 'nowhere'",
        "lab.fault @effect = 'kill', @pattern = '('",
        "lab.fault @effect = 'kill', @times = 0",
        "lab.fault @effect = 'kill', @probability = 2",
        "lab.fault @effect = 'kill', @point = 'accept', @table = 't'",
        "lab.fault @effect = 'drop_reply', @point = 'before_done'",
        "lab.fault @effect = 'delay'",
        "lab.fault @effect = 'error', @severity = 5",
        "lab.clock_set",
        "lab.clock_set @utc = 'noon'",
        "lab.clock_set @utc = '2026-01-01T00:00:00', @local = '2026-01-01T00:00:00'",
        "lab.clock_step",
        "lab.clock_advance @milliseconds = -1",
        "lab.clock_step @milliseconds = 9223372036854775807",
        "lab.clock_advance @milliseconds = 9223372036854775807",
        "lab.clock_set @utc = '9999-12-31'",
        "lab.clock_set @local = '0001-01-01'",
        "lab.clock_speed @speed = -1",
        "lab.clock_zone @zone = 'Mars/Olympus'",
        "lab.latency @p50_ms = 0",
        "lab.latency @p50_ms = 5, @p99_ms = 1",
        "lab.throttle @bytes_per_second = -1",
        "lab.throttle"
      })
  void badArgumentsAreTypedErrorsThatSayWhatToDo(String call) {
    assertThatThrownBy(() -> run(connection, "EXEC " + call))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(50_100);
              assertThat(e.getMessage()).startsWith("lab: ").hasSizeGreaterThan(30);
            });
    assertThat(wire.lab.faults().waiting()).isZero();
  }

  @Test
  void whatIsNotThereIsRefusedAsTheServerDoes() {
    assertThatThrownBy(() -> run(connection, "EXEC lab.nothing"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(2812));
    assertThatThrownBy(() -> run(connection, "EXEC lab.fault @efect = 'kill'"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(8145));
    assertThatThrownBy(() -> run(connection, "EXEC lab.fault"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(201));
    assertThatThrownBy(() -> run(connection, "EXEC lab.state_at @table = 'dbo.none'"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(22981));
  }

  @Test
  void theTraceTellsStatementsAndParameters() throws Exception {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO dbo.t VALUES (?, ?)")) {
      insert.setInt(1, 7);
      insert.setString(2, "seven");
      insert.execute();
    }
    assertThat(rows(connection, "EXEC lab.trace @text = 'insert into', @user = 'SA'").subList(0, 1))
        .allMatch(
            row ->
                row.contains("|sa|fixture|INSERT INTO dbo.t VALUES (@P0, @P1)")
                    && row.endsWith("|@P0 = 7, @P1 = seven"));
    run(connection, "EXEC lab.trace_clear");
    assertThat(rows(connection, "EXEC lab.trace")).hasSize(1);
  }

  @Test
  void theTruthAtAnyCommit() throws Exception {
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a'), (2, N'b')");
    run(connection, "UPDATE dbo.t SET v = N'A' WHERE id = 1");
    run(connection, "DELETE FROM dbo.t WHERE id = 2");
    run(connection, "EXEC lab.capture_step");
    List<String> lsns =
        rows(
            connection,
            "SELECT DISTINCT CONVERT(varchar(22), __$start_lsn, 1) AS lsn FROM cdc.dbo_t_CT"
                + " ORDER BY lsn");
    assertThat(lsns).hasSize(3);
    assertThat(rows(connection, "EXEC lab.state_at @table = 'dbo.t', @lsn = " + lsns.get(0)))
        .containsExactly("1|a", "2|b");
    assertThat(rows(connection, "EXEC lab.state_at @table = 'dbo_t', @lsn = " + lsns.get(1)))
        .containsExactly("1|A", "2|b");
    assertThat(rows(connection, "EXEC lab.state_at @table = 'dbo.t'")).containsExactly("1|A");
  }

  @Test
  void aRestartBySqlDropsEveryConnection() throws Exception {
    try (Connection other = wire.connect()) {
      assertThatThrownBy(() -> run(connection, "EXEC lab.restart"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> run(other, "SELECT 1")).isInstanceOf(SQLException.class);
    }
    connection = wire.connect();
    assertThat(rows(connection, "SELECT COUNT(*) FROM dbo.t")).containsExactly("0");
  }

  @Test
  void theLinkIsShapedAndCleared() throws Exception {
    run(connection, "EXEC lab.latency @p50_ms = 1, @p99_ms = 2, @seed = 4");
    run(connection, "EXEC lab.throttle @bytes_per_second = 1000000");
    run(connection, "EXEC lab.split_packets @seed = 9");
    assertThat(rows(connection, "SELECT REPLICATE('x', 3000)")).containsExactly("x".repeat(3_000));
    assertThat(wire.lab.faults().link().isSplitting()).isTrue();
    run(connection, "EXEC lab.link_clear");
    assertThat(wire.lab.faults().link().isSplitting()).isFalse();
    assertThat(wire.lab.faults().link().timeOf(1_000).isZero()).isTrue();
  }
}
