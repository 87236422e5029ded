package io.strandline.lab.agent;

import org.jspecify.annotations.Nullable;

/** Runs the batch of a step; given by the engine. */
public interface StepRunner {

  /**
   * How a batch ended.
   *
   * @param errorNumber of its first error; 0 if there was none
   * @param text what it printed and its errors; may be empty
   */
  record Outcome(int errorNumber, int errorSeverity, String text) {

    public boolean failed() {
      return errorNumber != 0;
    }
  }

  /** Lets another thread stop a running batch. Thread-safe. */
  final class Cancellation {

    private @Nullable Runnable action;
    private volatile boolean cancelled;

    /** Tells what stops the batch that starts now; done at once if it is cancelled already. */
    public synchronized void onCancel(Runnable stop) {
      action = stop;
      if (cancelled) {
        stop.run();
      }
    }

    synchronized void cancel() {
      cancelled = true;
      if (action != null) {
        action.run();
      }
    }

    /** Takes no lock: threads that wait for locks ask. */
    public boolean isCancelled() {
      return cancelled;
    }
  }

  /** Runs a step as a login; errors are part of the outcome. */
  Outcome run(String login, JobStep step, Cancellation cancellation);
}
