package io.strandline.delta;

import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that commits batches and publishes verdicts until a number of batches is there. */
final class WriterProcess {

  private WriterProcess() {}

  /**
   * @param arguments the warehouse, the number of batches and this process's name
   */
  public static void main(String[] arguments) {
    Path warehouse = Path.of(arguments[0]);
    long batches = Long.parseLong(arguments[1]);
    DeltaTableStore store = TestStore.open();
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    ControlTable control = store.control(Samples.locations(warehouse));
    table.create(Samples.ID_AND_NAME, Samples::initial);
    while (true) {
      BronzeHead.Present head = Samples.present(table);
      if (head.state().batchId() >= batches - 1) {
        return;
      }
      commit(table, head);
      control.publish(verdict(head.state(), arguments[2]));
      table.maintain();
    }
  }

  private static void commit(BronzeTable table, BronzeHead.Present head) {
    StreamState next = Samples.next(head.state());
    WrittenFiles files =
        table.write(
            head,
            head.captured(),
            Samples.stamp(next),
            List.of(Samples.rows(next.batchId(), 1)).iterator());
    CommitOutcome outcome = table.commit(head, head.captured(), files, next);
    if (outcome instanceof CommitOutcome.Unknown unknown) {
      throw unknown.cause();
    }
    if (outcome instanceof CommitOutcome.Conflict) {
      table.discard(files);
    }
  }

  private static ControlRow verdict(StreamState state, String table) {
    return new ControlRow(
        table,
        "id of " + table,
        Samples.APP,
        Optional.of(Samples.COMMIT_TS.plusSeconds(state.batchId())),
        Granularity.MINUTE,
        Samples.COMMIT_TS,
        new Offset(Samples.lsn(state.batchId() + 1), Samples.COMMIT_TS));
  }
}
