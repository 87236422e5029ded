package io.strandline.stream;

import io.strandline.change.BronzeRows;
import io.strandline.change.ChangeBatch;
import io.strandline.change.LongVector;
import io.strandline.error.InternalException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.SessionReader;
import io.strandline.time.CommitTimeline;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A reader's rows with their commit times, checked and counted as they are drawn. */
final class TimedRows implements Iterator<BronzeRows> {

  private static final int MILLIS_PER_SECOND = 1000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final SessionReader<ChangeBatch> reader;
  private final LsnRange range;
  private final Placement placement;
  private final CommitTimeline timeline;
  private final BatchTally tally;
  private Optional<ChangeBatch> ahead;
  private Lsn newest;
  private LongConsumer listener = rows -> {};

  TimedRows(
      SessionReader<ChangeBatch> reader,
      LsnRange range,
      Placement placement,
      CommitTimeline timeline,
      BatchTally tally) {
    this.placement = placement;
    this.reader = reader;
    this.range = range;
    this.timeline = timeline;
    this.tally = tally;
    this.newest = range.start();
    this.ahead = reader.next();
  }

  /** Tells {@code listener} the rows drawn so far, after each batch. */
  void telling(LongConsumer newListener) {
    listener = newListener;
  }

  @Override
  public boolean hasNext() {
    return ahead.isPresent();
  }

  @Override
  public BronzeRows next() {
    ChangeBatch batch = ahead.orElseThrow(NoSuchElementException::new);
    BronzeRows rows = new BronzeRows(placement.arrange(batch), commitTimes(batch));
    tally.add(rows);
    listener.accept(tally.rows());
    ahead = reader.next();
    return rows;
  }

  private LongVector commitTimes(ChangeBatch batch) {
    LongVector.Builder times = new LongVector.Builder(batch.rows());
    long micros = 0;
    for (int row = 0; row < batch.rows(); row++) {
      if (row == 0 || !batch.startLsn().sameAs(row, row - 1)) {
        Lsn lsn = batch.startLsn().lsn(row);
        verify(lsn);
        micros = micros(timeline.at(new MappedCommit(lsn, local(batch.commitLocal().get(row)))));
      }
      verifyOperation(batch.operation().get(row));
      times.add(micros);
    }
    return times.build();
  }

  private void verify(Lsn lsn) {
    if (!range.contains(lsn) || lsn.isBefore(newest)) {
      throw defect("row at " + lsn + " after " + newest + " while reading " + range);
    }
    newest = lsn;
  }

  private static void verifyOperation(int operation) {
    if (operation < 1 || operation > 4) {
      throw defect("operation " + operation + " in a change table");
    }
  }

  private static InternalException defect(String what) {
    return new InternalException(
        "the source returned a " + what, "report this with the server's version; nothing is lost");
  }

  private static LocalDateTime local(long millis) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, MILLIS_PER_SECOND),
        Math.floorMod(millis, MILLIS_PER_SECOND) * NANOS_PER_MILLI,
        ZoneOffset.UTC);
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
