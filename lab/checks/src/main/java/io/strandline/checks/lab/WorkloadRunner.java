package io.strandline.checks.lab;

import io.strandline.lab.workload.FlightsWorkload;
import io.strandline.lab.workload.WorkloadTransaction;
import java.time.Duration;

/** Runs the flights workload at the pace of the lab's clock. */
public final class WorkloadRunner {

  private final FlightsLab lab;
  private final FlightsWorkload workload;

  public WorkloadRunner(FlightsLab lab, long seed) {
    this.lab = lab;
    this.workload = new FlightsWorkload(seed);
  }

  /**
   * Runs every transaction when the lab's clock reaches its instant.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  public void run() throws InterruptedException {
    for (WorkloadTransaction transaction : workload.transactions()) {
      Duration ahead = Duration.between(lab.clock().instant(), transaction.at());
      if (!ahead.isNegative()) {
        lab.clock().awaitElapsed(lab.clock().elapsed().plus(ahead), () -> false);
      }
      lab.run(transaction);
    }
  }
}
