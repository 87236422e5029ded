package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ChangeBatch;
import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.error.CancelledException;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Piece;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.TileRequest;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.RetryPolicy;
import io.strandline.sqlserver.SqlServerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that the server does not answer, ended by an interrupt or by closing the source. */
@Timeout(60)
final class CancelTest {

  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Effect HELD = new Effect.Blackhole();

  /** A call, and the fault that holds it. */
  enum Held {
    POLL("sp_cdc_help_change_data_capture", held -> held.poll(Lsn.ZERO)),
    MEASURE("COUNT_BIG(*)", CancelTest::measure),
    TILES("NTILE", CancelTest::tiles),
    READ_OPENING("c.[__$seqval]", CancelTest::read),
    READ_TIMES("m.start_lsn > CAST(@P0 AS binary(10))", CancelTest::read),
    LOGIN("", held -> held.poll(Lsn.ZERO)),
    ROWS("c.[__$seqval]", CancelTest::read),
    RETRY("sp_cdc_help_change_data_capture", held -> held.poll(Lsn.ZERO));

    private final String statement;
    private final Consumer<CancelTest> call;

    Held(String statement, Consumer<CancelTest> call) {
      this.statement = statement;
      this.call = call;
    }

    Fault fault() {
      return switch (this) {
        case LOGIN -> Fault.of(FaultPoint.Kind.LOGIN, HELD);
        case ROWS -> Fault.on(statement, HELD).at(FaultPoint.afterRows(7));
        case RETRY -> Fault.on(statement, new Effect.Kill());
        default -> Fault.on(statement, HELD);
      };
    }
  }

  @TempDir static Path folder;
  private static Scene scene;
  private static LsnRange all;
  private SqlServerSource source;
  private ReadRequest request;

  @BeforeAll
  static void start() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"));
    Lsn before = scene.newest().lsn();
    for (int i = 0; i < 20; i++) {
      scene.insert(i);
    }
    all = new LsnRange(before, scene.newest().lsn());
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  @BeforeEach
  void open() {
    source = SqlServerSource.open(scene.config());
    request = ReadRequest.of(poll(Lsn.ZERO).instances().get(0).instance(), all);
    source.close();
    source =
        SqlServerSource.open(
            scene
                .config()
                .withFetch(new FetchLimits(3, 100_000, 1))
                .withRetry(new RetryPolicy(3, Duration.ofSeconds(50))));
  }

  @AfterEach
  void close() {
    scene.faults.clear();
    source.close();
  }

  private io.strandline.port.SourcePoll poll(Lsn position) {
    return source.poll(new PollRequest(FlightsLab.INSTANCE, List.of(), position));
  }

  private void measure() {
    source.measure(MeasureRequest.of(FlightsLab.INSTANCE, all, 10));
  }

  private void tiles() {
    source.tiles(new TileRequest(new Piece(FlightsLab.INSTANCE, all), 2));
  }

  private void read() {
    try (SessionReader<ChangeBatch> reader = source.read(request)) {
      Reading.rest(reader);
    }
  }

  private AtomicReference<Throwable> start(Held held, Thread[] caller) {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    long fired = scene.faults.firedCount();
    scene.faults.add(held.fault());
    caller[0] =
        new Thread(
            () -> {
              try {
                held.call.accept(this);
              } catch (Throwable e) {
                thrown.set(e);
              }
            });
    caller[0].start();
    assertThat(Waits.until(() -> scene.faults.firedCount() > fired)).isTrue();
    return thrown;
  }

  private static void verifyEnded(Thread caller, AtomicReference<Throwable> thrown, long begun)
      throws InterruptedException {
    caller.join(SOON.multipliedBy(5).toMillis());
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    assertThat(thrown.get()).isInstanceOf(CancelledException.class);
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptEndsACallAndItsSession(Held held) throws InterruptedException {
    Thread[] caller = new Thread[1];
    AtomicReference<Throwable> thrown = start(held, caller);

    long begun = System.nanoTime();
    caller[0].interrupt();

    verifyEnded(caller[0], thrown, begun);
    source.close();
    assertThat(Waits.until(SOON, () -> scene.lab.tds().connectionCount() == 0)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void closingTheSourceEndsACallAndItsSession(Held held) throws InterruptedException {
    Thread[] caller = new Thread[1];
    AtomicReference<Throwable> thrown = start(held, caller);

    long begun = System.nanoTime();
    source.close();

    verifyEnded(caller[0], thrown, begun);
    assertThat(Waits.until(SOON, () -> scene.lab.tds().connectionCount() == 0)).isTrue();
  }
}
