package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BronzeRaceTest {

  private static final int THREADS = 8;
  private static final int BATCHES = 20;

  @TempDir Path warehouse;

  private static <T> List<T> together(Callable<T> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(threads.submit(task));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void ofManyCreationsOneIsThere() throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<String> ids =
        together(
            () -> {
              BronzeTable table = TestStore.open().bronze(Samples.locations(warehouse));
              start.await();
              return Samples.created(table, Samples.ID_AND_NAME).state().attempt();
            });

    assertThat(ids).hasSize(THREADS).containsOnly(ids.get(0));
    assertThat(new PlainReader(warehouse.resolve("orders")).snapshot.getVersion()).isZero();
  }

  /** Every thread commits until all batches are there, by the rules of a caller. */
  @Test
  void everyBatchHasOneWinnerAndNothingIsLost() throws Exception {
    DeltaTableStore store = TestStore.open();
    Samples.created(store.bronze(Samples.locations(warehouse)), Samples.ID_AND_NAME);

    List<Integer> wins = together(() -> commitUntilDone(store));

    assertThat(wins.stream().mapToInt(Integer::intValue).sum()).isEqualTo(BATCHES);
    PlainReader reader = new PlainReader(warehouse.resolve("orders"));
    List<Long> batches = reader.rows().stream().map(row -> row.getLong(8)).sorted().toList();
    assertThat(batches).isEqualTo(LongStream.range(0, BATCHES).boxed().toList());
    assertThat(reader.snapshot.getVersion()).isEqualTo(BATCHES);
    String[] names = warehouse.resolve("orders").toFile().list();
    assertThat(IntStream.range(0, names.length).filter(i -> names[i].endsWith(".parquet")).count())
        .isEqualTo(BATCHES);
  }

  private int commitUntilDone(DeltaTableStore store) {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    int wins = 0;
    while (true) {
      BronzeHead.Present head = Samples.present(table);
      if (head.state().batchId() == BATCHES - 1) {
        return wins;
      }
      StreamState next = Samples.next(head.state());
      WrittenFiles files =
          table.write(
              head,
              head.captured(),
              Samples.stamp(next),
              List.of(Samples.rows(next.batchId(), 1)).iterator());
      CommitOutcome outcome = table.commit(head, head.captured(), files, next);
      if (outcome instanceof CommitOutcome.Committed) {
        wins++;
        table.maintain();
      } else {
        assertThat(outcome).isEqualTo(new CommitOutcome.Conflict());
        table.discard(files);
      }
    }
  }
}
