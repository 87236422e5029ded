package io.strandline.status;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsOrder;
import io.strandline.facts.FactsRow;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.GroupIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a table stands.
 *
 * @param row its control row
 * @param lastBatch its newest batch's facts; empty for a group, or if none are written
 * @param lastEvent its newest event's facts; empty if there was none
 * @param asOf when it was looked at, the reader's clock, UTC
 */
public record TableStatus(
    ControlRow row, Optional<FactsRow> lastBatch, Optional<FactsRow> lastEvent, Instant asOf) {

  private static final double MILLIS_PER_HOUR = 3_600_000;

  /** Whether the row is a group's, which has no facts of its own. */
  public boolean isGroup() {
    return row.tableName().startsWith(GroupIdentity.PREFIX);
  }

  /** How old the verdict is by the reader's clock; empty before the first. */
  public Optional<Duration> verdictAge() {
    return row.finalizedUntil().map(until -> Duration.between(until, asOf));
  }

  /** How long ago the newest batch's facts were written; empty if there are none. */
  public Optional<Duration> silence() {
    return lastBatch.map(batch -> Duration.between(FactsOrder.writtenAt(batch), asOf));
  }

  /** Capture's lag at the newest batch, in seconds. */
  public Optional<Double> captureLagSeconds() {
    return number(FactsColumn.CAPTURE_LAG_SECONDS);
  }

  /** The lag behind capture at the newest batch, in seconds. */
  public Optional<Double> ingestionLagSeconds() {
    return number(FactsColumn.INGESTION_LAG_SECONDS);
  }

  /** How far the newest batch was ahead of what cleanup had deleted, in hours. */
  public Optional<Double> headroomHours() {
    return number(FactsColumn.RETENTION_HEADROOM_HOURS);
  }

  /**
   * An estimate of the headroom now, in hours: that of the newest batch less the time since, as
   * cleanup goes on while nothing is read.
   */
  public Optional<Double> headroomHoursNow() {
    return headroomHours()
        .flatMap(hours -> silence().map(span -> hours - span.toMillis() / MILLIS_PER_HOUR));
  }

  private Optional<Double> number(FactsColumn column) {
    return lastBatch.flatMap(batch -> batch.get(column, Double.class));
  }
}
