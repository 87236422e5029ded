package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.error.AuthenticationFailedException;
import io.strandline.error.DatabaseNotFoundException;
import io.strandline.error.PermissionDeniedException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What holds of the source on any SQL Server, told by plain queries of an administrator.
 *
 * <p>The table is that of the flights workload; a reader may read its changes, half a reader only
 * the table.
 */
abstract class SourceContract {

  private static final String INSTANCE = "dbo_flights";
  private static int nextId = 900_000;

  private Place place;
  private SqlServerSource source;

  /**
   * A server.
   *
   * @param server its URL, without a database
   * @param admin an administrator's login
   * @param adminPassword of that login
   * @param database where the table is
   * @param reader a login that may read the table's changes
   * @param half a login that may read the table only
   * @param password of both
   */
  record Place(
      String server,
      String admin,
      String adminPassword,
      String database,
      String reader,
      String half,
      String password) {

    String url() {
      return url(database);
    }

    String url(String name) {
      return server + ";databaseName=" + name;
    }
  }

  /** The server, set up; called before each test. */
  abstract Place place() throws SQLException;

  /** Waits until capture has read what was committed. */
  abstract void awaitCapture(Connection sa) throws SQLException;

  /** How many sessions other than {@code sa}'s own are open. */
  abstract long otherSessions(Connection sa) throws SQLException;

  @BeforeEach
  void commitSomeChanges() throws SQLException {
    place = place();
    try (Connection sa = sa()) {
      for (int size : new int[] {1, 12, 3}) {
        commit(sa, size);
      }
      awaitCapture(sa);
    }
    source = SqlServerSource.open(config(place.url(), place.reader(), place.password()));
  }

  @AfterEach
  void leaveNoSession() throws SQLException {
    if (source == null) {
      return;
    }
    source.close();
    try (Connection sa = sa()) {
      assertThat(Waits.until(() -> otherSessions(sa) == 0)).isTrue();
    }
  }

  private static SqlServerConfig config(String url, String user, String password) {
    return SqlServerConfig.of(url, user, new Secret(password)).withRetry(Scene.QUICK);
  }

  private Connection sa() throws SQLException {
    return DriverManager.getConnection(place.url(), place.admin(), place.adminPassword());
  }

  /** Key of the last row committed. */
  static int lastId() {
    return nextId - 1;
  }

  /** Inserts, updates and deletes as many rows in one transaction. */
  private static void commit(Connection sa, int size) throws SQLException {
    List<String> rows = new ArrayList<>();
    int first = nextId;
    for (int i = 0; i < size; i++) {
      rows.add(
          "("
              + nextId++
              + ", 'SL', -32768, NULL, N'JFK \u2192 \u014c', '2013-03-31', '2013-03-31 02:30:59',"
              + " -1234.5, 1, 9223372036854775807, 1.5E300, N'new')");
    }
    String keys = " WHERE flight_id BETWEEN " + first + " AND " + (nextId - 1);
    run(
        sa,
        "BEGIN TRANSACTION; INSERT INTO dbo.flights (flight_id, carrier, flight_no, tail_number,"
            + " route, flight_date, scheduled_at, arrival_delay, on_time, distance_m, speed_kmh,"
            + " status) VALUES "
            + String.join(", ", rows)
            + "; UPDATE dbo.flights SET on_time = 0, speed_kmh = NULL"
            + keys
            + "; DELETE FROM dbo.flights"
            + keys
            + "; COMMIT TRANSACTION");
  }

  static void run(Connection sa, String sql) throws SQLException {
    try (var statement = sa.createStatement()) {
      statement.execute(sql);
    }
  }

  static long number(Connection sa, String sql) throws SQLException {
    try (ResultSet row = sa.createStatement().executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The change table in the order of its clustered key. */
  private List<ChangeRow> changeTable() throws SQLException {
    List<ChangeRow> rows = new ArrayList<>();
    try (Connection sa = sa();
        ResultSet row =
            sa.createStatement()
                .executeQuery(
                    "SELECT __$start_lsn, __$command_id, __$seqval, __$operation, flight_id,"
                        + " carrier, flight_no, tail_number, route, flight_date, scheduled_at,"
                        + " departed_at, departure_delay, arrival_delay, on_time, air_minutes,"
                        + " distance_m, speed_kmh, status FROM cdc.dbo_flights_CT ORDER BY"
                        + " __$start_lsn, __$command_id, __$seqval, __$operation")) {
      while (row.next()) {
        rows.add(ChangeRow.of(row));
      }
    }
    return rows;
  }

  private SourcePoll poll() {
    return source.poll(new PollRequest(INSTANCE, Lsn.ZERO));
  }

  @Test
  void readsWhatTheChangeTableHolds() throws SQLException {
    SourcePoll poll = poll();
    InstanceView view = poll.instance("DBO_FLIGHTS").orElseThrow();
    LsnRange all =
        new LsnRange(view.minLsn().orElseThrow().previous(), poll.max().orElseThrow().lsn());

    Reading read = Reading.of(source, ReadRequest.of(view.instance(), all));

    assertThat(poll.database()).isEqualTo(place.database());
    assertThat(poll.clock().zone()).isPresent();
    assertThat(poll.brokerGuid()).isPresent().isEqualTo(read.session().brokerGuid());
    assertThat(view.instance().columns()).hasSize(15);
    assertThat(read.rows()).hasSizeGreaterThanOrEqualTo(64).isEqualTo(changeTable());
    assertThat(read.minLsnAfter()).isEqualTo(view.minLsn());
    assertThat(read.session().maxLsn().orElseThrow()).isGreaterThanOrEqualTo(all.end());
  }

  @Test
  void cutsAtWholeCommits() throws SQLException {
    var sizes =
        changeTable().stream()
            .collect(Collectors.groupingBy(ChangeRow::lsn, Collectors.counting()));
    Lsn from = poll().instances().get(0).minLsn().orElseThrow();
    Lsn end = poll().max().orElseThrow().lsn();
    long rows = 0;
    while (from.isBefore(end)) {
      Measurement measured =
          source.measure(MeasureRequest.of(INSTANCE, new LsnRange(from, end), 1));
      Lsn cut = measured.end().lsn();

      assertThat(measured.rows()).isEqualTo(sizes.getOrDefault(cut.toString(), 0L));
      assertThat(measured.pieces().get(0).minLsn()).isPresent();
      rows += measured.rows();
      from = cut;
    }
    assertThat(rows).isEqualTo(sizes.values().stream().mapToLong(size -> size).sum());
  }

  @Test
  void tellsItsErrorsApart() {
    String ghost = place.url("ghosts");
    LsnRange range = new LsnRange(Lsn.ZERO, poll().max().orElseThrow().lsn());

    try (SqlServerSource wrong =
            SqlServerSource.open(config(place.url(), place.reader(), "Wr0ng!"));
        SqlServerSource none =
            SqlServerSource.open(config(ghost, place.reader(), place.password()));
        SqlServerSource half =
            SqlServerSource.open(config(place.url(), place.half(), place.password()))) {
      assertThatThrownBy(() -> wrong.poll(new PollRequest(INSTANCE, Lsn.ZERO)))
          .isInstanceOf(AuthenticationFailedException.class);
      assertThatThrownBy(() -> none.poll(new PollRequest(INSTANCE, Lsn.ZERO)))
          .isInstanceOf(DatabaseNotFoundException.class);
      assertThat(half.poll(new PollRequest(INSTANCE, Lsn.ZERO)).instances()).hasSize(1);
      assertThatThrownBy(() -> half.measure(MeasureRequest.of(INSTANCE, range, 1)))
          .isInstanceOf(PermissionDeniedException.class);
    }
  }

  /** The first LSN that is kept may be read, and a range that begins before it says what it is. */
  @Test
  void b06ReadsFromTheWatermarkOn() {
    InstanceView view = poll().instance(INSTANCE).orElseThrow();
    Lsn min = view.minLsn().orElseThrow();
    LsnRange first = new LsnRange(min.previous(), min);

    Reading read = Reading.of(source, ReadRequest.of(view.instance(), first));

    assertThat(read.minLsnAfter().orElseThrow()).isEqualTo(min).isEqualTo(first.first());
    assertThat(source.measure(MeasureRequest.of(INSTANCE, first, 1)).pieces().get(0).minLsn())
        .contains(min);
  }

  @Test
  void b68ListsNothingForALoginWithoutTheGatingRole() throws SQLException {
    try (Connection sa = sa()) {
      run(
          sa,
          "IF OBJECT_ID(N'dbo.gated') IS NULL BEGIN CREATE TABLE dbo.gated (id int PRIMARY KEY);"
              + " EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'gated',"
              + " @role_name = N'cdc_gate'; GRANT SELECT ON dbo.gated TO "
              + place.reader()
              + "; END");
    }

    SourcePoll poll = source.poll(new PollRequest("dbo_gated", List.of(), Lsn.ZERO));

    assertThat(poll.instances()).isEmpty();
    assertThat(poll.max()).isPresent();
  }
}
