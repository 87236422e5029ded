package io.strandline.stream;

import io.strandline.change.BronzeRows;
import io.strandline.change.SnapshotRows;
import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.plan.SchemaCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotSource;
import io.strandline.port.SnapshotView;
import io.strandline.port.WrittenFiles;
import io.strandline.time.CarriedClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongConsumer;

/** Reads a range of a source table into uncommitted files. Several may run at once. */
final class SnapshotTransfer {

  private final SnapshotSource source;
  private final BronzeTable bronze;
  private final BronzeHead.Present table;
  private final FirstLoad.Stamped stamped;
  private final Placement placement;
  private final long commitTs;
  private final Rereads rereads;

  SnapshotTransfer(
      SnapshotSource source,
      BronzeTable bronze,
      BronzeHead.Present table,
      FirstLoad.Stamped stamped,
      Rereads rereads) {
    this.rereads = rereads;
    this.source = source;
    this.bronze = bronze;
    this.table = table;
    this.stamped = stamped;
    this.placement =
        Placement.of(
            stamped.schema().captured(), stamped.schema().of(stamped.instance().instance()));
    Instant ts = CarriedClock.first(stamped.stamp().local(), stamped.state().zone()).commitTs();
    this.commitTs = ChronoUnit.MICROS.between(Instant.EPOCH, ts);
  }

  /** Writes the range's rows; if a guard or the source fails, nothing is left behind. */
  Transferred run(SnapshotReadRequest request, SnapshotView view, LongConsumer listener) {
    return rereads.run(() -> source.read(request), reader -> drain(reader, view, listener));
  }

  private Transferred drain(
      SessionReader<SnapshotRows> opened, SnapshotView view, LongConsumer listener) {
    Lsn lsn = stamped.stamp().lsn();
    BatchTally tally = new BatchTally();
    var stamp =
        new BronzeWriter.Stamp(
            stamped.instance().name(),
            stamped.state().batchId() + 1,
            Optional.of(lsn),
            OptionalInt.empty());
    try (SessionReader<SnapshotRows> reader = opened) {
      verify(reader.session(), view);
      Rows rows = new Rows(reader, tally, listener);
      WrittenFiles files = bronze.write(table, stamped.schema().captured(), stamp, rows);
      try {
        FirstLoad.verifyStamp(stamped.instance().name(), lsn, reader.minLsnAfter());
      } catch (RuntimeException e) {
        bronze.discard(files);
        throw e;
      }
      return new Transferred(files, tally, reader.waited());
    }
  }

  private void verify(ReadSession session, SnapshotView view) {
    if (!session.database().equals(view.database())
        || !session.brokerGuid().equals(view.brokerGuid())) {
      throw new SourceChangedException(
          "the reading session is in database '"
              + session.database()
              + "' and the load was planned in '"
              + view.database()
              + "'",
          "connect to one server only and call again");
    }
    Lsn lsn = stamped.stamp().lsn();
    if (session.maxLsn().isEmpty() || session.maxLsn().get().isBefore(lsn)) {
      throw new NotReadyException(
          "the reading session has captured up to "
              + session.maxLsn().map(Lsn::toString).orElse("nothing")
              + " and the load's stamp is "
              + lsn
              + ": a lagging replica answered",
          "call again later, or connect to the primary");
    }
    SchemaCheck.verifySession(
        stamped.instance().instance(), stamped.schema().of(stamped.instance().instance()), session);
  }

  /** A reader's rows with their stamp, counted as they are drawn. */
  private final class Rows implements Iterator<BronzeRows> {

    private final SessionReader<SnapshotRows> reader;
    private final BatchTally tally;
    private final LongConsumer listener;
    private Optional<SnapshotRows> ahead;

    Rows(SessionReader<SnapshotRows> reader, BatchTally tally, LongConsumer listener) {
      this.reader = reader;
      this.tally = tally;
      this.listener = listener;
      this.ahead = reader.next();
    }

    @Override
    public boolean hasNext() {
      return ahead.isPresent();
    }

    @Override
    public BronzeRows next() {
      SnapshotRows drawn = ahead.orElseThrow(NoSuchElementException::new);
      BronzeRows plain = drawn.stamped(stamped.stamp().lsn(), commitTs);
      BronzeRows rows = new BronzeRows(placement.arrange(plain.changes()), plain.commitTs());
      tally.add(rows);
      listener.accept(tally.rows());
      ahead = reader.next();
      return rows;
    }
  }
}
