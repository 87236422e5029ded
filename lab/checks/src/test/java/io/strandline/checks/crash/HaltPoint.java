package io.strandline.checks.crash;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Stops the process at one phase: says so and waits to be killed. */
final class HaltPoint {

  static final String MARK = "HALTED ";

  private final Phase phase;
  private final PrintStream out;

  HaltPoint(Phase phase, PrintStream out) {
    this.phase = phase;
    this.out = out;
  }

  void reached(Phase reached) {
    if (reached != phase) {
      return;
    }
    out.println(MARK + phase);
    out.flush();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at " + phase, e);
    }
  }
}
