package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlMessage;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What tests turn on and off in one database's capture. All off at first; thread-safe.
 *
 * <p>A real server shows each of these without being asked: they are its version's choice, its
 * Agent's state, its clock's grain or a deadlock.
 */
public final class CdcSwitches {

  private final AtomicInteger failingCleanupBatches = new AtomicInteger();
  private final AtomicReference<@Nullable SqlMessage> scanFailure = new AtomicReference<>();
  private volatile boolean minLsnNull;
  private volatile boolean agentStarting;
  private volatile @Nullable Instant commitTime;
  private volatile long entriesAStep = Long.MAX_VALUE;

  /**
   * Whether {@code sys.fn_cdc_get_min_lsn} is NULL, not zero, until capture has read the enable;
   * both were seen.
   */
  public boolean isMinLsnNull() {
    return minLsnNull;
  }

  /** NULL ({@code true}) or ten zero bytes before capture has read an enable. */
  public void minLsnNull(boolean on) {
    minLsnNull = on;
  }

  /** Whether SQL Server Agent is starting, so that enabling a table is error 14258. */
  public boolean isAgentStarting() {
    return agentStarting;
  }

  public void agentStarting(boolean on) {
    agentStarting = on;
  }

  /** The commit time that all commits take; {@code null} for the clock's. */
  public @Nullable Instant commitTime() {
    return commitTime;
  }

  /** Gives every commit from now on this time; {@code null} for the clock's again. */
  public void commitTime(@Nullable Instant time) {
    commitTime = time;
  }

  /** How many log entries a step of the capture job works off at most. */
  public long entriesAStep() {
    return entriesAStep;
  }

  /**
   * Splits the work on a scan over several steps; what it read is published by its last step.
   *
   * @param entries at least 1; {@link Long#MAX_VALUE} for no split
   */
  public void entriesAStep(long entries) {
    if (entries < 1) {
      throw new IllegalArgumentException("a step of " + entries + " entries never ends a scan");
    }
    entriesAStep = entries;
  }

  /** Lets the next {@code batches} batches of cleanup fail as by a deadlock with the scan. */
  public void failCleanupBatches(int batches) {
    failingCleanupBatches.set(batches);
  }

  boolean takeCleanupFailure() {
    return failingCleanupBatches.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  /** Lets the next scan fail with this error; it goes to {@code sys.dm_cdc_errors}. */
  public void failNextScan(SqlMessage error) {
    scanFailure.set(error);
  }

  @Nullable SqlMessage takeScanFailure() {
    return scanFailure.getAndSet(null);
  }
}
