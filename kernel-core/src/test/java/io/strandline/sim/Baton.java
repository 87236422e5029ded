package io.strandline.sim;

import io.strandline.check.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets several simulated processes take turns: each has a thread, and only the one that holds the
 * baton runs. Who is next is drawn, so that a seed fixes every interleaving.
 */
final class Baton {

  private static final long LONGEST_TURN_SECONDS = 60;

  private final Draw draw;
  private final Semaphore coordinator = new Semaphore(0);
  private List<Runner> runners = List.of();
  private Optional<Runner> holder = Optional.empty();

  /** A process and the thread that it runs on. */
  private final class Runner {

    private final Semaphore turn = new Semaphore(0);
    private final Thread thread;
    private Optional<Throwable> failure = Optional.empty();
    private boolean done;

    Runner(Runnable process) {
      thread = new Thread(() -> run(process), "simulated process");
      thread.setDaemon(true);
    }

    private void run(Runnable process) {
      acquire(turn);
      try {
        process.run();
      } catch (Throwable e) {
        failure = Optional.of(e);
      } finally {
        done = true;
        coordinator.release();
      }
    }
  }

  Baton(Draw draw) {
    this.draw = draw;
  }

  /** Runs processes to their ends, taking turns; the first failure of one passes through. */
  void run(List<Runnable> processes) {
    if (processes.size() == 1) {
      processes.get(0).run();
      return;
    }
    runners = new ArrayList<>(processes.stream().map(Runner::new).toList());
    runners.forEach(runner -> runner.thread.start());
    Optional<Throwable> failure = Optional.empty();
    while (!runners.isEmpty()) {
      Runner next = draw.of(runners);
      holder = Optional.of(next);
      next.turn.release();
      acquire(coordinator);
      if (next.done) {
        runners.remove(next);
        failure = failure.or(() -> next.failure);
      }
    }
    holder = Optional.empty();
    failure.ifPresent(Baton::rethrow);
  }

  /** Hands the baton to whoever is next, and waits until it comes back. */
  void pass() {
    if (holder.isPresent()) {
      Runner me = holder.get();
      coordinator.release();
      acquire(me.turn);
    }
  }

  private static void acquire(Semaphore semaphore) {
    try {
      if (!semaphore.tryAcquire(LONGEST_TURN_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a simulated process does not come to an end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
