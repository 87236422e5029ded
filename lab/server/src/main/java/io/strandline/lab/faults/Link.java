package io.strandline.lab.faults;

import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * How slow and how broken up the way from the server to all its clients is; perfect at first.
 *
 * <p>Times are real times. Choices are seeded, but which connection gets which depends on the order
 * in which they ask. Thread-safe.
 */
public final class Link {

  /** Below it a single packet would take longer than clients wait. */
  private static final long SLOWEST = 1_000;

  private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

  /** The 99th percentile of the standard normal distribution. */
  private static final double Z99 = 2.3263478740408408;

  private @Nullable Random delays;
  private double medianNanos;
  private double sigma;
  private @Nullable Random pieces;
  private volatile boolean splits;
  private volatile long bytesPerSecond;

  /**
   * Delays every reply by a log-normal time.
   *
   * @param median half of the delays are shorter, positive
   * @param p99 of a hundred delays one is longer; at least the median, at most 10 minutes
   * @throws IllegalArgumentException for times out of these ranges
   */
  public synchronized void latency(Duration median, Duration p99, long seed) {
    if (median.isNegative()
        || median.isZero()
        || p99.compareTo(median) < 0
        || p99.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "latency of median "
              + median
              + " and 99th percentile "
              + p99
              + ": give a positive median"
              + " and a percentile not below it and of at most 10 minutes");
    }
    delays = new Random(seed);
    medianNanos = median.toNanos();
    sigma = Math.log(p99.toNanos() / medianNanos) / Z99;
  }

  /** The delay of the next reply; zero without {@link #latency}; at most 10 minutes. */
  public synchronized Duration nextDelay() {
    if (delays == null) {
      return Duration.ZERO;
    }
    double nanos = medianNanos * Math.exp(sigma * delays.nextGaussian());
    return Duration.ofNanos((long) Math.min(nanos, LONGEST_DELAY.toNanos()));
  }

  /**
   * Sends at most so many bytes a second on each connection.
   *
   * @param newBytesPerSecond 0 for no limit, else at least 1,000
   * @throws IllegalArgumentException for less
   */
  public void throttle(long newBytesPerSecond) {
    if (newBytesPerSecond != 0 && newBytesPerSecond < SLOWEST) {
      throw new IllegalArgumentException(
          "throttle of "
              + newBytesPerSecond
              + " bytes a second: give 0 for none, or at least "
              + SLOWEST);
    }
    bytesPerSecond = newBytesPerSecond;
  }

  /** How long the sending of some bytes takes; zero without {@link #throttle}. */
  public Duration timeOf(int bytes) {
    long limit = bytesPerSecond;
    return limit == 0 ? Duration.ZERO : Duration.ofNanos(bytes * 1_000_000_000L / limit);
  }

  /** Cuts replies into packets, and packets into segments, at odd places. */
  public synchronized void splitPackets(long seed) {
    pieces = new Random(seed);
    splits = true;
  }

  /** Whether {@link #splitPackets} is on. */
  public boolean isSplitting() {
    return splits;
  }

  /** The size of the next piece, 1 to {@code most}; all of it without {@link #splitPackets}. */
  public int nextPiece(int most) {
    if (!splits) {
      return most;
    }
    synchronized (this) {
      // Small pieces as often as large ones.
      return pieces == null ? most : 1 + pieces.nextInt(1 + pieces.nextInt(most));
    }
  }

  /** Makes the way perfect again. */
  public synchronized void clear() {
    delays = null;
    pieces = null;
    splits = false;
    bytesPerSecond = 0;
  }
}
