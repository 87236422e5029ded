package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.error.AuthenticationFailedException;
import io.strandline.error.CancelledException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.RetryPolicy;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the source does when connections break, statements fail and cleanup interferes. */
final class SqlServerSourceFaultsTest {

  private static final String POLL = "sp_cdc_help_change_data_capture";
  private static final String MEASURE = "COUNT_BIG(*)";
  private static final String READ = "c.[__$seqval]";
  private static final String TIMES = "m.start_lsn > CAST(@P0 AS binary(10))";

  @TempDir static Path folder;
  private static Scene scene;
  private static List<MappedCommit> mapping;
  private SqlServerSource source;

  @BeforeAll
  static void letSomeHoursPass() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"));
    scene.play(Instant.parse("2013-01-01T11:30:00Z"));
    mapping = scene.mapping();
  }

  @BeforeEach
  void open() {
    source = SqlServerSource.open(scene.config().withFetch(new FetchLimits(5, 100_000, 1)));
  }

  @AfterEach
  void leaveNothingOpen() {
    scene.faults.clear();
    source.close();
    assertThat(Waits.until(() -> scene.lab.tds().connectionCount() == 0)).isTrue();
    assertThat(scene.log.texts())
        .noneMatch(text -> text.matches("(?is).*\\b(BEGIN TRAN|implicit_transactions on)\\b.*"));
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private void poll() {
    assertThat(source.poll(new PollRequest(FlightsLab.INSTANCE, Lsn.ZERO)).max())
        .contains(mapping.get(mapping.size() - 1));
  }

  private static LsnRange all() {
    return new LsnRange(mapping.get(0).lsn(), mapping.get(mapping.size() - 1).lsn());
  }

  private ReadRequest wanted() {
    return ReadRequest.of(
        source
            .poll(new PollRequest(FlightsLab.INSTANCE, Lsn.ZERO))
            .instance(FlightsLab.INSTANCE)
            .orElseThrow()
            .instance(),
        all());
  }

  @Test
  void b66CallsAgainAfterDeadlocksAndLostConnections() {
    ReadRequest request = wanted();
    List<ChangeRow> expected = ChangeRow.of(scene.lab.changes());
    for (Effect effect : List.of(Effect.deadlock(), new Effect.Kill(), new Effect.DropReply())) {
      long fired = scene.faults.firedCount();
      for (String statement : List.of(POLL, MEASURE, READ, TIMES)) {
        scene.faults.add(Fault.on(statement, effect));
      }

      poll();
      assertThat(source.measure(MeasureRequest.of(FlightsLab.INSTANCE, all(), 1_000_000)).rows())
          .isEqualTo(expected.size());
      assertThat(Reading.of(source, request).rows()).isEqualTo(expected);
      assertThat(scene.faults.firedCount() - fired).isEqualTo(4);
    }
  }

  @Test
  void b66WaitsForADatabaseInTransition() {
    scene.faults.add(
        Fault.on(
            POLL,
            Effect.error(983, 14, 1, "Impossible d'accéder à la base de données 'flights'.")));
    long fired = scene.faults.firedCount();

    poll();

    assertThat(scene.faults.firedCount()).isEqualTo(fired + 1);
  }

  @Test
  void b66DoesNotRepeatARefusedLogin() {
    long fired = scene.faults.firedCount();
    scene.faults.add(
        Fault.of(FaultPoint.Kind.LOGIN, Effect.error(18456, 14, 1, "用户 'reader' 登录失败。")).times(9));

    assertThatThrownBy(this::poll).isInstanceOf(AuthenticationFailedException.class);

    assertThat(scene.faults.firedCount()).isEqualTo(fired + 1);
  }

  @Test
  void b18NeedsNoManagementViewAndReadsWithReadOnlyIntent() {
    scene.faults.add(Fault.on("sys.dm_", Effect.deadlock()).times(9));
    long fired = scene.faults.firedCount();
    SqlServerConfig config = scene.config();
    try (SqlServerSource secondary =
        SqlServerSource.open(
            SqlServerConfig.of(
                    config.url() + ";applicationIntent=ReadOnly",
                    config.user().orElseThrow(),
                    config.password().orElseThrow())
                .withRetry(Scene.QUICK))) {
      InstanceView view =
          secondary
              .poll(new PollRequest(FlightsLab.INSTANCE, List.of(), Lsn.ZERO))
              .instance(FlightsLab.INSTANCE)
              .orElseThrow();

      assertThat(Reading.of(secondary, ReadRequest.of(view.instance(), all())).rows())
          .isEqualTo(ChangeRow.of(scene.lab.changes()));
    }
    assertThat(scene.faults.firedCount()).isEqualTo(fired);
  }

  @Test
  void answersAtOnceWithoutRetriesWhereNobodyListens() {
    String nowhere = scene.config().url().replaceFirst(":\\d+;", ":1;");
    try (SqlServerSource none =
        SqlServerSource.open(
            SqlServerConfig.of(nowhere, "reader", new Secret("x"))
                .withRetry(new RetryPolicy(0, Duration.ofSeconds(1))))) {
      long begun = System.nanoTime();

      assertThatThrownBy(() -> none.poll(new PollRequest(FlightsLab.INSTANCE, List.of(), Lsn.ZERO)))
          .isInstanceOf(SourceUnavailableException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void callsAgainAfterATimeout() {
    try (SqlServerSource hasty =
        SqlServerSource.open(scene.config().withQueryTimeout(Duration.ofSeconds(1)))) {
      scene.faults.add(Fault.on(POLL, new Effect.Delay(Duration.ofSeconds(20))));
      long fired = scene.faults.firedCount();

      assertThat(hasty.poll(new PollRequest(FlightsLab.INSTANCE, Lsn.ZERO)).max()).isPresent();

      assertThat(scene.faults.firedCount()).isEqualTo(fired + 1);
    }
  }

  @Test
  void givesUpAfterTheLastRetry() {
    scene.faults.add(Fault.on(POLL, new Effect.Kill()).times(10));
    long fired = scene.faults.firedCount();

    assertThatThrownBy(this::poll)
        .isInstanceOfSatisfying(
            SourceUnavailableException.class, e -> assertThat(e.code().retryable()).isTrue());

    assertThat(scene.faults.firedCount() - fired).isEqualTo(1 + Scene.QUICK.retries());
    scene.faults.clear();
    poll();
  }

  @Test
  void b66FailsPassinglyWhereAConnectionBreaksAmongTheRows() {
    for (String statement : List.of(READ, TIMES)) {
      ReadRequest request = wanted();
      int before = scene.lab.tds().connectionCount();
      scene.faults.add(Fault.on(statement, new Effect.Kill()).at(FaultPoint.afterRows(23)));

      try (SessionReader<ChangeBatch> reader = source.read(request)) {
        assertThatThrownBy(() -> Reading.rest(reader))
            .isInstanceOfSatisfying(
                SourceUnavailableException.class, e -> assertThat(e.isPassing()).isTrue());
        assertThatThrownBy(reader::minLsnAfter).isInstanceOf(IllegalStateException.class);
      }
      assertThat(Waits.until(() -> scene.lab.tds().connectionCount() == before)).isTrue();
    }
    assertThat(Reading.of(source, wanted()).rows()).isEqualTo(ChangeRow.of(scene.lab.changes()));
  }

  @Test
  void leavesNoSessionWhenClosedEarly() {
    ReadRequest request = wanted();
    int before = scene.lab.tds().connectionCount();

    try (SessionReader<ChangeBatch> reader = source.read(request)) {
      assertThat(reader.next()).isPresent();
      assertThat(scene.lab.tds().connectionCount()).isEqualTo(before + 2);
    }

    assertThat(Waits.until(() -> scene.lab.tds().connectionCount() == before)).isTrue();
  }

  @Test
  void endsItsReadsWhenItIsClosed() {
    SessionReader<ChangeBatch> reader = source.read(wanted());
    assertThat(reader.next()).isPresent();

    source.close();

    assertThatThrownBy(() -> Reading.rest(reader)).isInstanceOf(CancelledException.class);
    assertThatThrownBy(this::poll).isInstanceOf(CancelledException.class);
  }

  @Test
  void seesACleanupThatRanWhileItRead(@TempDir Path other) {
    try (Scene cleaned = Scene.at(other, Instant.parse("2013-01-01T10:30:00Z"));
        SqlServerSource open = SqlServerSource.open(cleaned.config())) {
      cleaned.idle(Duration.ofMinutes(5));
      cleaned.insert(1, 2);
      MappedCommit first = cleaned.newest();
      cleaned.idle(Duration.ofMinutes(5));
      cleaned.lab.clock().advance(Duration.ofMinutes(1));
      cleaned.insert(3);
      MappedCommit watermark = cleaned.newest();
      LsnRange range = new LsnRange(first.lsn().previous(), watermark.lsn());
      var request =
          ReadRequest.of(
              open.poll(new PollRequest(FlightsLab.INSTANCE, Lsn.ZERO))
                  .instances()
                  .get(0)
                  .instance(),
              range);

      cleaned.log.before(READ, () -> cleaned.cleanUp(watermark.lsn()));
      Reading before = Reading.of(open, request);
      MappedCommit later = after(cleaned);
      cleaned.log.before("SELECT sys.fn_cdc_get_min_lsn", () -> cleaned.cleanUp(later.lsn()));
      Reading after = Reading.of(open, request);

      assertThat(before.rows()).hasSize(1);
      assertThat(before.minLsnAfter()).contains(watermark.lsn());
      assertThat(after.rows()).hasSize(1);
      assertThat(after.minLsnAfter()).contains(later.lsn());
      LsnRange longer = new LsnRange(range.start(), later.lsn());
      assertThat(
              open.measure(MeasureRequest.of(FlightsLab.INSTANCE, longer, 1))
                  .pieces()
                  .get(0)
                  .minLsn())
          .contains(later.lsn());
    }
  }

  private static MappedCommit after(Scene scene) {
    scene.idle(Duration.ofMinutes(5));
    return scene.newest();
  }
}
