package io.strandline.option;

import io.strandline.port.TableLocations;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.verdict.Granularity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A stream's options, validated together and frozen.
 *
 * @param captureInstance capture instance to follow
 * @param appId name of the stream
 * @param tables where its tables are
 * @param granularity length of the periods that are finalized
 * @param start where a new table begins
 * @param columns which captured columns are taken and how date-times without a zone are
 * @param bounds how large a batch may be
 * @param policy what stops the stream
 * @param clocks what clocks may do
 * @param snapshotReads how a first load sees the source table
 * @param idleCommitInterval longest time without a commit while the source is idle
 */
public record StreamOptions(
    String captureInstance,
    String appId,
    TableLocations tables,
    Granularity granularity,
    StartingPoint start,
    ColumnOptions columns,
    BatchBounds bounds,
    ChangePolicy policy,
    ClockLimits clocks,
    SnapshotReads snapshotReads,
    Duration idleCommitInterval) {

  private static final int MAX_INSTANCE_NAME = 100;
  private static final int MAX_APP_ID = 256;
  private static final Duration MAX_IDLE_COMMIT_INTERVAL = Duration.ofHours(1);

  /** The same with other bounds. */
  public StreamOptions with(BatchBounds newBounds) {
    return new StreamOptions(
        captureInstance,
        appId,
        tables,
        granularity,
        start,
        columns,
        newBounds,
        policy,
        clocks,
        snapshotReads,
        idleCommitInterval);
  }

  /** The same, beginning with the rows of the source table. */
  public StreamOptions withBootstrap() {
    ChangePolicy loading =
        new ChangePolicy(policy.failOnDataLoss(), policy.failOnSchemaChange(), true);
    return new StreamOptions(
        captureInstance,
        appId,
        tables,
        granularity,
        new StartingPoint.Latest(),
        columns,
        bounds,
        loading,
        clocks,
        snapshotReads,
        idleCommitInterval);
  }

  /**
   * The options of the given texts; options of the source are left alone.
   *
   * @throws io.strandline.error.InvalidOptionsException naming every fault
   */
  public static StreamOptions of(OptionValues values) {
    String instance = values.text(Option.CAPTURE_INSTANCE);
    if (instance.length() > MAX_INSTANCE_NAME) {
      values.fault(
          Option.CAPTURE_INSTANCE,
          "captureInstance is longer than " + MAX_INSTANCE_NAME + " characters");
    }
    String appId = values.find(Option.APP_ID).orElse(instance);
    if (appId.isBlank() && !instance.isBlank()) {
      values.fault(Option.APP_ID, "appId is blank");
    }
    if (appId.length() > MAX_APP_ID || !StandardCharsets.UTF_8.newEncoder().canEncode(appId)) {
      values.fault(
          Option.APP_ID,
          "appId is longer than " + MAX_APP_ID + " characters, or holds half a surrogate pair");
    }
    TableLocations tables = TablePaths.of(values);
    Granularity granularity =
        values.parsed(Option.GRANULARITY, Granularity.HOUR, Granularity::parse);
    StartingPoint start =
        values.parsed(Option.STARTING_LSN, new StartingPoint.Earliest(), StartingPoint::parse);
    ColumnOptions columns = ColumnOptions.of(values);
    BatchBounds bounds = BatchBounds.of(values);
    ChangePolicy policy = ChangePolicy.of(values);
    ClockLimits clocks = ClockLimits.of(values);
    SnapshotReads reads = SnapshotOptions.of(values);
    Duration idle =
        values.duration(Option.IDLE_COMMIT_INTERVAL, Duration.ZERO, MAX_IDLE_COMMIT_INTERVAL);
    if (policy.bootstrap() && values.given().contains(Option.STARTING_LSN)) {
      values.fault(
          Option.BOOTSTRAP,
          "bootstrap=true begins at the snapshot, so startingLsn has no place beside it");
    }
    values.throwIfFaulty();
    return new StreamOptions(
        instance, appId, tables, granularity, start, columns, bounds, policy, clocks, reads, idle);
  }
}
