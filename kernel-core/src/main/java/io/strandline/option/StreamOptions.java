package io.strandline.option;

import io.strandline.port.TableLocations;
import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.util.Optional;

/**
 * A stream's options, validated together and frozen.
 *
 * @param captureInstance capture instance to follow
 * @param appId name of the stream
 * @param tables where its tables are
 * @param granularity length of the periods that are finalized
 * @param start where a new table begins
 * @param columns which captured columns are taken and how date-times without a zone are
 * @param maxRowsPerBatch most change rows a batch, at least 1
 * @param idleCommitInterval longest time without a commit while the source is idle
 * @param maxClockSkew how far a commit time may lie after the server's UTC clock
 * @param maxClockDisagreement how far the server's clock may be ahead of the reader's; empty for
 *     not checked
 */
public record StreamOptions(
    String captureInstance,
    String appId,
    TableLocations tables,
    Granularity granularity,
    StartingPoint start,
    ColumnOptions columns,
    long maxRowsPerBatch,
    Duration idleCommitInterval,
    Duration maxClockSkew,
    Optional<Duration> maxClockDisagreement) {

  private static final int MAX_INSTANCE_NAME = 100;
  private static final Duration MAX_IDLE_COMMIT_INTERVAL = Duration.ofHours(1);
  private static final Duration MAX_SKEW = Duration.ofDays(1);

  /**
   * The options of the given texts; options of the source are left alone.
   *
   * @throws io.strandline.error.InvalidOptionsException naming every fault
   */
  public static StreamOptions of(OptionValues values) {
    String instance = values.text(Option.CAPTURE_INSTANCE);
    if (instance.length() > MAX_INSTANCE_NAME) {
      values.fault("captureInstance is longer than " + MAX_INSTANCE_NAME + " characters");
    }
    String appId = values.find(Option.APP_ID).orElse(instance);
    if (appId.isBlank() && !instance.isBlank()) {
      values.fault("appId is blank");
    }
    TableLocations tables = TablePaths.of(values);
    Granularity granularity =
        values.parsed(Option.GRANULARITY, Granularity.HOUR, Granularity::parse);
    StartingPoint start =
        values.parsed(Option.STARTING_LSN, new StartingPoint.Earliest(), StartingPoint::parse);
    ColumnOptions columns = ColumnOptions.of(values);
    long rows = values.parsed(Option.MAX_ROWS_PER_BATCH, 1L, Long::parseLong);
    if (rows < 1) {
      values.fault("maxRowsPerBatch " + rows + " is below 1");
    }
    Duration idle =
        values.duration(Option.IDLE_COMMIT_INTERVAL, Duration.ZERO, MAX_IDLE_COMMIT_INTERVAL);
    Duration skew = values.duration(Option.MAX_CLOCK_SKEW, Duration.ZERO, MAX_SKEW);
    Optional<Duration> disagreement =
        values.durationOrOff(Option.MAX_CLOCK_DISAGREEMENT, Duration.ZERO, MAX_SKEW);
    values.throwIfFaulty();
    return new StreamOptions(
        instance, appId, tables, granularity, start, columns, rows, idle, skew, disagreement);
  }
}
