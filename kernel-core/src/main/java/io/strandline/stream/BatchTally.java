package io.strandline.stream;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.Operation;
import io.strandline.change.Vector;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.plan.SplitTally;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/** Counts the rows of a batch as they pass. Not thread-safe. */
final class BatchTally {

  private static final double MEGABYTE = 1e6;

  private final long[] byOperation = new long[Operation.values().length];
  private long rows;
  private long bytes;
  private Optional<Lsn> first = Optional.empty();
  private Optional<Lsn> last = Optional.empty();
  private Optional<Instant> firstTs = Optional.empty();
  private Optional<Instant> lastTs = Optional.empty();

  void add(BronzeRows batch) {
    ChangeBatch changes = batch.changes();
    int newest = changes.rows() - 1;
    for (int row = 0; row <= newest; row++) {
      byOperation[changes.operation().get(row)]++;
    }
    rows += changes.rows();
    bytes += bytesOf(changes);
    first = first.or(() -> Optional.of(changes.startLsn().lsn(0)));
    last = Optional.of(changes.startLsn().lsn(newest));
    firstTs = firstTs.or(() -> Optional.of(instant(batch.commitTs().get(0))));
    lastTs = Optional.of(instant(batch.commitTs().get(newest)));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static long bytesOf(ChangeBatch changes) {
    long bytes = (long) changes.rows() * (2 * Lsn.BYTES + 2 * Integer.BYTES + Long.BYTES);
    for (Vector column : changes.captured()) {
      if (column instanceof BytesVector text) {
        bytes += text.byteCount();
      } else {
        bytes += (long) changes.rows() * Long.BYTES;
      }
    }
    return bytes;
  }

  /** What another process counted. */
  static BatchTally of(SplitTally counted) {
    BatchTally tally = new BatchTally();
    for (int i = 0; i < tally.byOperation.length; i++) {
      tally.byOperation[i] = i < counted.byOperation().size() ? counted.byOperation().get(i) : 0;
    }
    tally.rows = counted.rows();
    tally.bytes = counted.bytes();
    tally.first = counted.first();
    tally.last = counted.last();
    tally.firstTs = counted.firstTs();
    tally.lastTs = counted.lastTs();
    return tally;
  }

  /** What was counted, for another process. */
  SplitTally document() {
    return new SplitTally(
        Arrays.stream(byOperation).boxed().toList(), bytes, first, last, firstTs, lastTs);
  }

  /** Adds what another counted of later rows. */
  void addAll(BatchTally later) {
    for (int i = 0; i < byOperation.length; i++) {
      byOperation[i] += later.byOperation[i];
    }
    rows += later.rows;
    bytes += later.bytes;
    first = first.isPresent() ? first : later.first;
    last = later.last.isPresent() ? later.last : last;
    firstTs = firstTs.isPresent() ? firstTs : later.firstTs;
    lastTs = later.lastTs.isPresent() ? later.lastTs : lastTs;
  }

  long rows() {
    return rows;
  }

  /** Megabytes (10^6 bytes) of the rows as held in memory. */
  double megabytes() {
    return bytes / MEGABYTE;
  }

  /** The facts columns that the rows decide. */
  FactsRow into(FactsRow row) {
    return row.with(FactsColumn.ROWS, rows)
        .with(FactsColumn.INSERTS, byOperation[Operation.INSERT.code()])
        .with(FactsColumn.UPDATES, byOperation[Operation.UPDATE_AFTER.code()])
        .with(FactsColumn.DELETES, byOperation[Operation.DELETE.code()])
        .with(FactsColumn.MIN_LSN, first.map(Lsn::toString))
        .with(FactsColumn.MAX_LSN, last.map(Lsn::toString))
        .with(FactsColumn.MIN_COMMIT_TS, firstTs)
        .with(FactsColumn.MAX_COMMIT_TS, lastTs)
        .with(FactsColumn.READ_MB, megabytes());
  }
}
