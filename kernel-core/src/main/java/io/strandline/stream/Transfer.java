package io.strandline.stream;

import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter;
import io.strandline.port.ChangeReader;
import io.strandline.port.ChangeSource;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SourcePoll;
import io.strandline.port.WrittenFiles;
import io.strandline.report.Progress;
import io.strandline.state.StreamState;
import io.strandline.time.CommitClock;
import io.strandline.time.CommitTimeline;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads a planned range into uncommitted files, guarded before its first and after its last row.
 */
final class Transfer {

  private final ChangeSource source;
  private final BronzeTable bronze;
  private final BronzeHead.Present table;
  private final SourcePoll poll;
  private final BatchPlan plan;
  private Duration waited = Duration.ZERO;

  Transfer(
      ChangeSource source,
      BronzeTable bronze,
      BronzeHead.Present table,
      SourcePoll poll,
      BatchPlan plan) {
    this.source = source;
    this.bronze = bronze;
    this.table = table;
    this.poll = poll;
    this.plan = plan;
  }

  /** Writes the range's rows; if a guard or the source fails, nothing is left behind. */
  WrittenFiles run(BatchTally tally, Progress progress) {
    StreamState state = table.state();
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(state.zone(), state.clock(), poll.clock().utc()), plan.steps());
    var stamp = new BronzeWriter.Stamp(plan.instance().name(), state.batchId() + 1);
    try (ChangeReader reader = source.read(new ReadRequest(plan.instance(), plan.range()))) {
      verify(reader.session());
      TimedRows rows = new TimedRows(reader, plan.range(), timeline, tally);
      rows.telling(read -> progress.rows(read, plan.rows()));
      WrittenFiles files = bronze.write(table, table.captured(), stamp, rows);
      waited = reader.waited();
      try {
        verifyAfter(reader.minLsnAfter(), tally.rows());
      } catch (RuntimeException e) {
        bronze.discard(files);
        throw e;
      }
      return files;
    }
  }

  /** How long the read waited for the source. */
  Duration waited() {
    return waited;
  }

  private void verify(ReadSession session) {
    boolean same =
        session.database().equals(poll.database())
            && session.brokerGuid().equals(poll.brokerGuid());
    if (!same) {
      throw new SourceChangedException(
          "the reading session is in database '"
              + session.database()
              + "' and the plan was made in '"
              + poll.database()
              + "'",
          "connect to one server only and call again");
    }
    if (session.maxLsn().isEmpty() || session.maxLsn().get().isBefore(plan.range().end())) {
      throw new NotReadyException(
          "the reading session has captured up to "
              + session.maxLsn().map(Lsn::toString).orElse("nothing")
              + " and the plan ends at "
              + plan.range().end()
              + ": a lagging replica answered",
          "call again later, or connect to the primary");
    }
    SchemaCheck.verify("the change table", session.columns(), table.captured());
  }

  private void verifyAfter(Optional<Lsn> minLsn, long rows) {
    RetentionGuard.verify(plan.instance().name(), plan.range(), minLsn);
    if (rows != plan.rows()) {
      throw new SourceChangedException(
          plan.rows()
              + " change rows were counted in "
              + plan.range()
              + " and "
              + rows
              + " were read: someone other than CDC writes to the change table",
          "leave change tables to CDC and call again; nothing was committed");
    }
  }
}
