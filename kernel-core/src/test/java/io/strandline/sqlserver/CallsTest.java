package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.CancelledException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CallsTest {

  private final Calls calls = new Calls();
  private final CountDownLatch cut = new CountDownLatch(1);
  private final CountDownLatch running = new CountDownLatch(1);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  /** Waits for the server, deaf to interrupts as a socket read is, until its connection is cut. */
  private String untilCut(Calls.Running call) throws SQLException {
    call.hold(this, cut::countDown);
    running.countDown();
    boolean done = false;
    while (!done) {
      try {
        done = cut.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        continue;
      }
    }
    throw new SQLException("connection cut", "08S01");
  }

  /** Runs a call on a thread; what it threw, once it ended. */
  private AtomicReference<Throwable> start(Thread[] thread) {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    thread[0] =
        new Thread(
            () -> {
              try {
                calls.run(this::untilCut);
              } catch (Throwable e) {
                thrown.set(e);
              }
            });
    thread[0].start();
    return thrown;
  }

  @Test
  void returnsWhatTheCallReturns() throws SQLException {
    assertThat(calls.<String>run(call -> "done")).isEqualTo("done");
  }

  @Test
  void throwsWhatTheCallThrows() {
    SQLException failure = new SQLException("x", "08S01");

    assertThatThrownBy(
            () ->
                calls.run(
                    call -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThatThrownBy(
            () ->
                calls.run(
                    call -> {
                      throw new IllegalStateException("y");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cutsTheConnectionWhenTheCallerIsInterrupted() throws InterruptedException {
    Thread[] caller = new Thread[1];
    AtomicReference<Throwable> thrown = start(caller);
    running.await();

    caller[0].interrupt();
    caller[0].join();

    assertThat(thrown.get()).isInstanceOf(CancelledException.class);
    assertThat(cut.getCount()).isZero();
  }

  @Test
  void cutsEveryConnectionWhenItIsClosed() throws InterruptedException {
    Thread[] caller = new Thread[1];
    AtomicReference<Throwable> thrown = start(caller);
    running.await();

    calls.close();
    caller[0].join();

    assertThat(thrown.get()).isInstanceOf(CancelledException.class).hasMessageContaining("closed");
    assertThat(cut.getCount()).isZero();
    assertThatThrownBy(() -> calls.run(call -> "late")).isInstanceOf(CancelledException.class);
  }

  @Test
  void cutsAConnectionThatComesTooLate() throws InterruptedException {
    CountDownLatch login = new CountDownLatch(1);
    CountDownLatch loggedIn = new CountDownLatch(1);
    Thread caller =
        new Thread(
            () -> {
              try {
                calls.run(
                    call -> {
                      running.countDown();
                      awaitQuietly(login);
                      try {
                        call.hold(this, cut::countDown);
                      } finally {
                        loggedIn.countDown();
                      }
                      return "";
                    });
              } catch (SQLException | CancelledException e) {
                // Of no interest here.
              }
            });
    caller.start();
    running.await();

    caller.interrupt();
    caller.join();
    assertThat(cut.getCount()).isOne();
    login.countDown();
    loggedIn.await();

    assertThat(cut.getCount()).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        done = latch.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        continue;
      }
    }
  }
}
