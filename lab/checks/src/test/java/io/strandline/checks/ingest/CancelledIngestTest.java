package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.error.CancelledException;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.option.BatchBounds;
import io.strandline.option.Option;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.IngestReport;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole call that is cancelled among its rows: it ends soon, with its sessions, and undone. */
final class CancelledIngestTest {

  private static final Duration SOON = Duration.ofSeconds(2);

  /** What several readers may take of it while other tests run; alone they are within two. */
  private static final Duration ON_A_BUSY_MACHINE = Duration.ofSeconds(20);

  @TempDir Path folder;
  private Scene scene;
  private Strandline strandline;
  private Stream stream;

  @BeforeEach
  void oneRowIsIn() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    strandline = open();
    stream = strandline.stream(StreamOptions.of(scene.options()));
    stream.ingest();
    for (int id = 2; id <= 20; id++) {
      scene.insert(id);
    }
  }

  @AfterEach
  void end() {
    strandline.close();
    scene.close();
  }

  private Strandline open() {
    InstantSource clock = InstantSource.system();
    return Strandline.open(
        SqlServerSource.open(scene.config()),
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock),
        clock);
  }

  /**
   * Cancels a call once so many of its readers hang, each after some rows.
   *
   * @param bound the longest that the call may take to end
   */
  private void verifyCancelled(
      Runnable call, Hanging hanging, Duration bound, Consumer<Thread> cancel)
      throws InterruptedException {
    Map<String, Long> before = scene.listing();
    long fired = scene.faults.firedCount();
    scene.faults.add(
        Fault.on("c.[__$seqval]", new Effect.Blackhole())
            .at(FaultPoint.afterRows(hanging.rows()))
            .times(hanging.readers()));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (Throwable e) {
                thrown.set(e);
              }
            });
    caller.start();
    assertThat(Waits.until(() -> scene.faults.firedCount() == fired + hanging.readers())).isTrue();

    long begun = System.nanoTime();
    cancel.accept(caller);
    caller.join(bound.multipliedBy(2).toMillis());

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(bound);
    assertThat(thrown.get()).isInstanceOf(CancelledException.class);
    strandline.close();
    assertThat(Waits.until(bound, () -> scene.lab.tds().connectionCount() == 0)).isTrue();
    assertThat(scene.listing()).isEqualTo(before);
    scene.faults.clear();
    strandline = open();
  }

  /** So many readers, each of which hears no more after so many rows. */
  private record Hanging(int readers, int rows) {}

  private void verifyCancelled(Consumer<Thread> cancel) throws InterruptedException {
    verifyCancelled(stream::ingest, new Hanging(1, 7), SOON, cancel);
    verifyGoesOn(StreamOptions.of(scene.options()), "flights");
  }

  private void verifyGoesOn(StreamOptions options, String table) {
    assertThat(strandline.stream(options).ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows(table)).hasSize(20);
  }

  @Test
  void byAnInterrupt() throws InterruptedException {
    verifyCancelled(Thread::interrupt);
  }

  @Test
  void byClosing() throws InterruptedException {
    verifyCancelled(caller -> strandline.close());
  }

  private void verifyReadersCancelled(Consumer<Thread> cancel) throws InterruptedException {
    StreamOptions options = StreamOptions.of(scene.options());
    options = options.with(new BatchBounds(Long.MAX_VALUE, Long.MAX_VALUE, 3, 5));

    verifyCancelled(
        strandline.stream(options)::ingest, new Hanging(3, 2), ON_A_BUSY_MACHINE, cancel);

    verifyGoesOn(options, "flights");
  }

  @Test
  void severalReadersByAnInterrupt() throws InterruptedException {
    verifyReadersCancelled(Thread::interrupt);
  }

  @Test
  void severalReadersByClosing() throws InterruptedException {
    verifyReadersCancelled(caller -> strandline.close());
  }

  @Test
  void aGroupByAnInterrupt() throws InterruptedException {
    List<StreamOptions> members = new ArrayList<>();
    for (String table : List.of("one", "two", "three")) {
      String target = scene.warehouse.resolve(table).toString();
      members.add(
          StreamOptions.of(
              scene
                  .options()
                  .set(Option.TARGET, target)
                  .set(Option.APP_ID, table)
                  .set(Option.MAX_COMMITS_PER_BATCH, "1")));
    }
    List<Stream> streams = members.stream().map(strandline::stream).toList();
    streams.forEach(Stream::ingest);

    verifyCancelled(
        strandline.group("all", streams)::ingest,
        new Hanging(3, 1),
        ON_A_BUSY_MACHINE,
        Thread::interrupt);

    for (StreamOptions member : members) {
      assertThat(strandline.stream(member).ingest()).isInstanceOf(IngestReport.Committed.class);
      assertThat(scene.rows(member.appId())).hasSize(2);
    }
  }
}
