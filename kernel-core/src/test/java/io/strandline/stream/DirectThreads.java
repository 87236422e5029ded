package io.strandline.stream;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs each task at once on the thread that submits it. */
final class DirectThreads extends AbstractExecutorService {

  private boolean ended;

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {
    ended = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    ended = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public boolean isTerminated() {
    return ended;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
