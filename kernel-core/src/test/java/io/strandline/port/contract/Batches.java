package io.strandline.port.contract;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Lsns;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Rows for contracts. */
final class Batches {

  static final List<TableColumn> COLUMNS =
      List.of(
          new TableColumn("id", ColumnType.of(Kind.INT)),
          new TableColumn("note", ColumnType.of(Kind.STRING)));

  static final Instant NINE = Instant.parse("2026-05-04T09:00:00.003Z");

  private Batches() {}

  /** Rows of one commit each, with ids and LSNs from a number on. */
  static BronzeRows inserts(int from, int count) {
    IntVector.Builder id = new IntVector.Builder(count);
    BytesVector.Builder note = new BytesVector.Builder(count);
    for (int i = from; i < from + count; i++) {
      id.add(i);
      if (i % 3 == 0) {
        note.addNull();
      } else {
        note.add("note " + i);
      }
    }
    return rows(from, count, List.of(id.build(), note.build()));
  }

  /** Rows of a snapshot with ids from 0 on. */
  static BronzeRows snapshot(Lsn stamp, int count) {
    BytesVector.Builder startLsn = new BytesVector.Builder(count);
    BytesVector.Builder seqval = new BytesVector.Builder(count);
    IntVector.Builder operation = new IntVector.Builder(count);
    IntVector.Builder commandId = new IntVector.Builder(count);
    LongVector.Builder local = new LongVector.Builder(count);
    LongVector.Builder commitTs = new LongVector.Builder(count);
    for (int i = 0; i < count; i++) {
      startLsn.add(stamp.toBytes());
      seqval.addNull();
      operation.add(0);
      commandId.addNull();
      local.add(NINE.toEpochMilli());
      commitTs.add(ChronoUnit.MICROS.between(Instant.EPOCH, NINE));
    }
    ChangeBatch rows =
        new ChangeBatch(
            count,
            startLsn.build(),
            seqval.build(),
            operation.build(),
            commandId.build(),
            local.build(),
            inserts(0, count).changes().captured());
    return new BronzeRows(rows, commitTs.build());
  }

  /** Rows with the given captured values. */
  static BronzeRows rows(int from, int count, List<Vector> captured) {
    BytesVector.Builder startLsn = new BytesVector.Builder(count);
    BytesVector.Builder seqval = new BytesVector.Builder(count);
    IntVector.Builder operation = new IntVector.Builder(count);
    IntVector.Builder commandId = new IntVector.Builder(count);
    LongVector.Builder local = new LongVector.Builder(count);
    LongVector.Builder commitTs = new LongVector.Builder(count);
    for (int i = from; i < from + count; i++) {
      startLsn.add(Lsns.lsn(0x1000 + i).toBytes());
      seqval.add(Lsns.lsn(0x2000 + i).toBytes());
      operation.add(1 + i % 4);
      if (i % 2 == 0) {
        commandId.add(i);
      } else {
        commandId.addNull();
      }
      Instant ts = NINE.plusMillis(i);
      local.add(ts.toEpochMilli());
      commitTs.add(ChronoUnit.MICROS.between(Instant.EPOCH, ts));
    }
    ChangeBatch changes =
        new ChangeBatch(
            count,
            startLsn.build(),
            seqval.build(),
            operation.build(),
            commandId.build(),
            local.build(),
            captured);
    return new BronzeRows(changes, commitTs.build());
  }
}
