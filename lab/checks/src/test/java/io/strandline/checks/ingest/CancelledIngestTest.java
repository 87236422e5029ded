package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.error.CancelledException;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
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

  private void verifyCancelled(Consumer<Thread> cancel) throws InterruptedException {
    Map<String, Long> before = scene.listing();
    long fired = scene.faults.firedCount();
    scene.faults.add(Fault.on("c.[__$seqval]", new Effect.Blackhole()).at(FaultPoint.afterRows(7)));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                stream.ingest();
              } catch (Throwable e) {
                thrown.set(e);
              }
            });
    caller.start();
    assertThat(Waits.until(() -> scene.faults.firedCount() > fired)).isTrue();

    long begun = System.nanoTime();
    cancel.accept(caller);
    caller.join(SOON.multipliedBy(5).toMillis());

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    assertThat(thrown.get()).isInstanceOf(CancelledException.class);
    strandline.close();
    assertThat(Waits.until(SOON, () -> scene.lab.tds().connectionCount() == 0)).isTrue();
    assertThat(scene.listing()).isEqualTo(before);
    scene.faults.clear();
    strandline = open();
    assertThat(strandline.stream(StreamOptions.of(scene.options())).ingest())
        .isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("flights")).hasSize(20);
  }

  @Test
  void byAnInterrupt() throws InterruptedException {
    verifyCancelled(Thread::interrupt);
  }

  @Test
  void byClosing() throws InterruptedException {
    verifyCancelled(caller -> strandline.close());
  }
}
