package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheringTest {

  private static final int REQUESTS = 9;

  private final ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
  private final CountDownLatch arrived = new CountDownLatch(REQUESTS);
  private final List<List<Integer>> groups = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** The first to work waits until all have come. */
  private List<Integer> work(List<Integer> requests) {
    await();
    groups.add(requests);
    return requests.stream().map(request -> -request).toList();
  }

  private void await() {
    try {
      arrived.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Future<Integer>> askAll(Gathering<Integer, Integer> gathering) throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 1; i <= REQUESTS; i++) {
      int request = i;
      calls.add(
          () -> {
            arrived.countDown();
            return gathering.ask(request);
          });
    }
    return threads.invokeAll(calls);
  }

  @Test
  void everyRequestGetsItsOwnAnswerAndIsWorkedOnOnce() throws Exception {
    List<Future<Integer>> answers = askAll(new Gathering<>(4, this::work));

    for (int i = 0; i < REQUESTS; i++) {
      assertThat(answers.get(i).get()).isEqualTo(-(i + 1));
    }
    assertThat(groups.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, REQUESTS).boxed().toList());
    assertThat(groups).allMatch(group -> group.size() <= 4);
  }

  @Test
  void aFailureIsTheWorkersAlone() throws Exception {
    Gathering<Integer, Integer> gathering =
        new Gathering<>(
            REQUESTS,
            requests -> {
              await();
              if (groups.isEmpty()) {
                groups.add(requests);
                throw new IllegalStateException("the first");
              }
              return work(requests);
            });

    int failed = 0;
    for (Future<Integer> answer : askAll(gathering)) {
      try {
        assertThat(answer.get()).isNegative();
      } catch (java.util.concurrent.ExecutionException e) {
        assertThat(e).hasRootCauseMessage("the first");
        failed++;
      }
    }
    assertThat(failed).isEqualTo(1);
    assertThatThrownBy(() -> new Gathering<>(1, List::copyOf).ask(null))
        .isInstanceOf(NullPointerException.class);
  }
}
