package io.strandline.stream;

import io.strandline.change.ChangeBatch;
import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaCheck;
import io.strandline.plan.Split;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter;
import io.strandline.port.ChangeSource;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.WrittenFiles;
import io.strandline.state.SourceIdentity;
import io.strandline.time.CommitClock;
import io.strandline.time.CommitTimeline;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads a split into uncommitted files, guarded before its first and after its last row. Several
 * may run at once.
 */
final class Transfer {

  private final ChangeSource source;
  private final BronzeTable bronze;
  private final BronzeHead.Present table;
  private final BatchPlan plan;
  private final Rereads rereads;

  Transfer(
      ChangeSource source,
      BronzeTable bronze,
      BronzeHead.Present table,
      BatchPlan plan,
      Rereads rereads) {
    this.source = source;
    this.bronze = bronze;
    this.table = table;
    this.plan = plan;
    this.rereads = rereads;
  }

  /**
   * Writes the split's rows; if a guard or the source fails, nothing is left behind.
   *
   * @param listener hears the rows read so far
   */
  SplitRead run(Split split, LongConsumer listener) {
    ReadRequest request = new ReadRequest(split.instance(), split.wanted(), split.range());
    return rereads.run(() -> source.read(request), reader -> drain(split, reader, listener));
  }

  private SplitRead drain(Split split, SessionReader<ChangeBatch> opened, LongConsumer listener) {
    BatchTally tally = new BatchTally();
    var stamp = new BronzeWriter.Stamp(split.instance().name(), table.state().batchId() + 1);
    try (SessionReader<ChangeBatch> reader = opened) {
      verify(split, reader.session());
      TimedRows rows =
          new TimedRows(
              reader,
              split.range(),
              Placement.of(plan.captured(), split.wanted()),
              timeline(split),
              tally);
      rows.telling(listener);
      WrittenFiles files = bronze.write(table, plan.captured(), stamp, rows);
      try {
        Optional<Lsn> minLsn = reader.minLsnAfter();
        verifyAfter(split, minLsn, tally.rows());
        return new SplitRead(new Transferred(files, tally, reader.waited()), minLsn.orElseThrow());
      } catch (RuntimeException e) {
        bronze.discard(files);
        throw e;
      }
    }
  }

  private CommitTimeline timeline(Split split) {
    return new CommitTimeline(
        new CommitClock(table.state().zone(), split.clock(), plan.source().utc()),
        split.clockAt(),
        plan.steps(),
        plan.ahead());
  }

  private void verify(Split split, ReadSession session) {
    SourceIdentity planned = plan.source().identity();
    boolean same =
        session.database().equals(planned.database())
            && session.brokerGuid().equals(planned.brokerGuid());
    if (!same) {
      throw new SourceChangedException(
          "the reading session is in database '"
              + session.database()
              + "' ("
              + session.brokerGuid().orElse("service_broker_guid not readable")
              + ") and the plan was made in '"
              + planned.database()
              + "' ("
              + planned.brokerGuid().orElse("service_broker_guid not readable")
              + ")",
          "connect to one server only and call again");
    }
    if (session.maxLsn().isEmpty() || session.maxLsn().get().isBefore(split.range().end())) {
      throw new NotReadyException(
          "the reading session has captured up to "
              + session.maxLsn().map(Lsn::toString).orElse("nothing")
              + " and the plan ends at "
              + split.range().end()
              + ": a lagging replica answered",
          "call again later, or connect to the primary");
    }
    SchemaCheck.verifySession(split, session);
  }

  private static void verifyAfter(Split split, Optional<Lsn> minLsn, long rows) {
    RetentionGuard.verify(split.instance().name(), split.range(), minLsn);
    if (rows != split.rows()) {
      throw new SourceChangedException(
          split.rows()
              + " change rows were counted in "
              + split.range()
              + " and "
              + rows
              + " were read: someone other than CDC writes to the change table",
          "leave change tables to CDC and call again; nothing was committed");
    }
  }
}
