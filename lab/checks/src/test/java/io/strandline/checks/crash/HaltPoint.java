package io.strandline.checks.crash;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Stops the process at one phase: says so and waits to be killed. */
final class HaltPoint {

  static final String MARK = "HALTED ";

  private final String phase;
  private final PrintStream out;

  /** Halts at the phase of a name; at none for {@link Phase#NONE}. */
  HaltPoint(String phase, PrintStream out) {
    this.phase = phase;
    this.out = out;
  }

  void reached(Phase reached) {
    if (!reached.name().equals(phase)) {
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
