package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.CancelledException;
import io.strandline.error.InternalException;
import io.strandline.error.SourceUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ReadAheadTest {

  /** Numbers from 1 up, as far as it is let, then an end or a failure. */
  private static final class Numbers implements ReadAhead.Feed<Integer> {

    private final int last;
    private final Exception failure;
    private final Semaphore permits = new Semaphore(0);
    private final Semaphore drawnSignals = new Semaphore(0);
    private final AtomicInteger drawn = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch aborted = new CountDownLatch(1);
    private volatile boolean heedsCancel = true;
    private volatile boolean blocksForever;
    private volatile Thread thread;

    Numbers(int last, Exception failure) {
      this.last = last;
      this.failure = failure;
    }

    Numbers unlimited() {
      permits.release(Integer.MAX_VALUE / 2);
      return this;
    }

    @Override
    public Optional<Integer> next() throws Exception {
      thread = Thread.currentThread();
      if (blocksForever) {
        drawnSignals.release();
        awaitAbort();
      }
      permits.acquire();
      int number = drawn.incrementAndGet();
      drawnSignals.release();
      if (number <= last) {
        return Optional.of(number);
      }
      if (failure != null) {
        throw failure;
      }
      return Optional.empty();
    }

    /** A socket read heeds no interrupt. */
    private void awaitAbort() throws Exception {
      boolean done = false;
      while (!done) {
        try {
          done = aborted.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          continue;
        }
      }
      throw new IllegalStateException("connection cut");
    }

    @Override
    public void cancel() {
      if (heedsCancel) {
        aborted.countDown();
      }
    }

    @Override
    public void abort() {
      aborted.countDown();
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private static ReadAhead<Integer> start(Numbers numbers, int depth) {
    return ReadAhead.start(numbers, depth, System::nanoTime);
  }

  @Test
  void handsItemsOverInOrder() {
    try (ReadAhead<Integer> ahead = start(new Numbers(3, null).unlimited(), 2)) {
      assertThat(ahead.next()).contains(1);
      assertThat(ahead.next()).contains(2);
      assertThat(ahead.next()).contains(3);
      assertThat(ahead.next()).isEmpty();
      assertThat(ahead.next()).isEmpty();
    }
  }

  @Test
  void drawsNoFurtherThanTheQueueHolds() throws Exception {
    Numbers numbers = new Numbers(100, null).unlimited();
    try (ReadAhead<Integer> ahead = start(numbers, 2)) {
      // Two fill the queue and the thread holds a third.
      assertThat(numbers.drawnSignals.tryAcquire(3, 10, TimeUnit.SECONDS)).isTrue();
      assertThat(numbers.drawnSignals.tryAcquire(200, TimeUnit.MILLISECONDS)).isFalse();

      assertThat(ahead.next()).contains(1);

      assertThat(numbers.drawnSignals.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
      assertThat(numbers.drawn).hasValue(4);
    }
  }

  @Test
  void closesTheFeedOnceItHasEnded() throws Exception {
    Numbers numbers = new Numbers(1, null).unlimited();
    try (ReadAhead<Integer> ahead = start(numbers, 4)) {
      assertThat(numbers.closed.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(ahead.next()).contains(1);
      assertThat(ahead.next()).isEmpty();
    }
  }

  @Test
  void showsAFailureAfterTheItemsBeforeIt() {
    Exception failure = new SourceUnavailableException("gone", "again");
    try (ReadAhead<Integer> ahead = start(new Numbers(1, failure).unlimited(), 4)) {
      assertThat(ahead.next()).contains(1);
      assertThatThrownBy(ahead::next).isSameAs(failure);
      assertThatThrownBy(ahead::next).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void wrapsAnUnexpectedFailure() {
    Exception failure = new java.io.IOException("x");
    try (ReadAhead<Integer> ahead = start(new Numbers(0, failure).unlimited(), 4)) {
      assertThatThrownBy(ahead::next).isInstanceOf(InternalException.class).hasCause(failure);
    }
  }

  @Test
  void stopsWhileTheQueueIsFull() throws Exception {
    Numbers numbers = new Numbers(100, null).unlimited();
    ReadAhead<Integer> ahead = start(numbers, 1);
    assertThat(numbers.drawnSignals.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();

    ahead.close();

    assertThat(numbers.closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(numbers.thread.isAlive()).isFalse();
    assertThatThrownBy(ahead::next).isInstanceOf(CancelledException.class);
  }

  @Test
  void stopsWhileTheServerIsSilent() throws Exception {
    Numbers numbers = new Numbers(1, null);
    numbers.blocksForever = true;
    ReadAhead<Integer> ahead = start(numbers, 1);
    assertThat(numbers.drawnSignals.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

    ahead.close();
    ahead.close();

    assertThat(numbers.closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(numbers.thread.isAlive()).isFalse();
  }

  @Test
  void cutsTheConnectionIfTheCancellationIsNotHeeded() throws Exception {
    Numbers numbers = new Numbers(1, null);
    numbers.blocksForever = true;
    numbers.heedsCancel = false;
    ReadAhead<Integer> ahead = start(numbers, 1);
    assertThat(numbers.drawnSignals.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

    ahead.close();

    assertThat(numbers.aborted.getCount()).isZero();
    assertThat(numbers.thread.isAlive()).isFalse();
  }

  @Test
  void freesAConsumerThatIsInterrupted() {
    try (ReadAhead<Integer> ahead = start(new Numbers(1, null), 1)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(ahead::next).isInstanceOf(CancelledException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void measuresTheConsumersWaits() {
    AtomicLong clock = new AtomicLong();
    Numbers numbers = new Numbers(2, null).unlimited();
    try (ReadAhead<Integer> ahead = ReadAhead.start(numbers, 4, () -> clock.getAndAdd(1_000_000))) {
      ahead.next();
      ahead.next();
      assertThat(ahead.waited()).isEqualTo(Duration.ofMillis(2));
    }
  }
}
