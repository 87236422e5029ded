package io.strandline.checks.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Eight threads share one {@link Strandline} and its streams. */
final class ManyThreadsTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 6;

  @TempDir Path folder;

  /** Every thread ingests both tables and asks for verdicts; hours go by between the rounds. */
  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS)
  void theyShareOneStrandline() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (ShopLab lab = new ShopLab(folder);
        Strandline strandline = Strandline.open(lab.source())) {
      List<Stream> streams = new ArrayList<>();
      for (StreamOptions options : lab.tables()) {
        streams.add(strandline.stream(options));
      }
      for (int round = 1; round <= ROUNDS; round++) {
        lab.hour(round);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          calls.add(
              threads.submit(
                  () -> {
                    together.await();
                    return committed(streams);
                  }));
        }
        int committed = 0;
        for (Future<Integer> call : calls) {
          committed += call.get();
        }
        assertThat(committed).isEqualTo(streams.size());
      }
      assertThat(lab.scene.rows("flights")).hasSize(ROUNDS);
      assertThat(lab.scene.rows("gates")).hasSize(ROUNDS);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Calls each stream until it is caught up; how many batches this thread committed. */
  private static int committed(List<Stream> streams) {
    int committed = 0;
    for (Stream stream : streams) {
      IngestReport report = stream.ingest(Progress.none());
      committed += report instanceof IngestReport.Committed ? 1 : 0;
      // Of a batch that another thread has committed, the verdict may still be on its way.
      Optional<Instant> until = stream.verdict().flatMap(ControlRow::finalizedUntil);
      until.ifPresent(
          instant ->
              assertThat(stream.isFinal(instant.minusSeconds(3600), instant))
                  .isNotEqualTo(Finality.OPEN));
    }
    return committed;
  }
}
