package io.strandline.checks.lab;

import io.strandline.lab.session.RequestTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * How a {@link FlightsLab} runs.
 *
 * @param folder where the certificate authority is written
 * @param port 0 for a free one
 * @param start first instant of the server's clock
 * @param speed virtual seconds a real second; 0 for a clock that moves when told
 * @param automaticCapture whether capture polls by itself; else it is stepped
 * @param capturePolling virtual time between two looks of capture at the log
 * @param seed of LSN gaps and passwords' order; the workload has its own
 * @param trace hears every request of a client
 */
public record FlightsLabConfig(
    Path folder,
    int port,
    Instant start,
    double speed,
    boolean automaticCapture,
    Duration capturePolling,
    long seed,
    RequestTrace trace) {

  /** The first midnight of the flights in New York. */
  public static final Instant FIRST_MIDNIGHT = Instant.parse("2013-01-01T05:00:00Z");

  private static final Duration POLLING = Duration.ofSeconds(5);

  /** A stepped lab on a free port that starts at the first midnight. */
  public static FlightsLabConfig stepped(Path folder, long seed) {
    return new FlightsLabConfig(
        folder, 0, FIRST_MIDNIGHT, 0, false, POLLING, seed, RequestTrace.NONE);
  }

  /** A lab whose clock and capture run by themselves. */
  public static FlightsLabConfig running(Path folder, int port, double speed, long seed) {
    return new FlightsLabConfig(
        folder, port, FIRST_MIDNIGHT, speed, true, POLLING, seed, RequestTrace.NONE);
  }

  /** The same, starting at another instant. */
  public FlightsLabConfig startingAt(Instant newStart) {
    return new FlightsLabConfig(
        folder, port, newStart, speed, automaticCapture, capturePolling, seed, trace);
  }

  /** The same with a trace. */
  public FlightsLabConfig tracedBy(RequestTrace newTrace) {
    return new FlightsLabConfig(
        folder, port, start, speed, automaticCapture, capturePolling, seed, newTrace);
  }
}
