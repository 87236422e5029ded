package io.strandline.delta;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.LastBatch;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** Small valid values for tests. */
final class Samples {

  static final String APP = "app-1";
  static final String INSTANCE = "dbo_orders";
  static final Instant COMMIT_TS = Instant.parse("2026-11-01T10:15:30.123Z");
  static final List<TableColumn> ID_AND_NAME =
      List.of(
          new TableColumn("id", ColumnType.of(Kind.INT)),
          new TableColumn("name", ColumnType.of(Kind.STRING)));

  private Samples() {}

  static TableLocations locations(Path warehouse) {
    return new TableLocations(
        warehouse.resolve("orders").toString(),
        warehouse.resolve("strandline_facts").toString(),
        warehouse.resolve("strandline_control").toString(),
        warehouse.toString());
  }

  static Lsn lsn(long number) {
    byte[] bytes = new byte[Lsn.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[Lsn.BYTES - 1 - i] = (byte) (number >>> (8 * i));
    }
    return Lsn.of(bytes);
  }

  static StreamState initial(String tableId) {
    return state(tableId, StreamState.CREATION, 1, Optional.empty());
  }

  static StreamState next(StreamState state) {
    long batch = state.batchId() + 1;
    FactsRow facts =
        FactsRow.empty()
            .with(FactsColumn.TABLE_ID, state.tableId())
            .with(FactsColumn.BATCH_ID, batch)
            .with(FactsColumn.ROWS, 1L);
    return state(state.tableId(), batch, batch + 10, Optional.of(LastBatch.of(facts, List.of())));
  }

  private static StreamState state(
      String tableId, long batch, long lsn, Optional<LastBatch> lastBatch) {
    LocalDateTime created = LocalDateTime.parse("2026-10-01T08:00:00");
    return new StreamState(
        APP,
        tableId,
        0,
        batch,
        UUID.randomUUID().toString(),
        new Offset(lsn(lsn), COMMIT_TS),
        ZoneId.of("Europe/Berlin"),
        LocalDateTime.parse("2026-11-01T11:15:30.123"),
        ZoneOffset.ofHours(1),
        new SourceIdentity(
            Optional.of("db1"),
            "shop",
            Optional.of("0f0e"),
            42,
            List.of(new InstanceIdentity(INSTANCE, created, lsn(1)))),
        Optional.empty(),
        lsn(lsn),
        Instant.parse("2026-10-01T07:00:00Z"),
        Optional.empty(),
        lastBatch);
  }

  /** A batch of rows of {@link #ID_AND_NAME}, each a commit of its own from the LSN on. */
  static BronzeRows rows(long firstLsn, int count) {
    IntVector.Builder ids = new IntVector.Builder(count);
    BytesVector.Builder names = new BytesVector.Builder(count);
    IntStream.range(0, count).forEach(i -> ids.add(i));
    IntStream.range(0, count).forEach(i -> names.add("name " + i));
    long[] lsns = IntStream.range(0, count).mapToLong(i -> firstLsn + i).toArray();
    return rows(lsns, List.of(ids.build(), names.build()));
  }

  static BronzeRows rows(long[] lsns, List<Vector> captured) {
    BytesVector.Builder starts = new BytesVector.Builder(lsns.length);
    BytesVector.Builder seqvals = new BytesVector.Builder(lsns.length);
    IntVector.Builder operations = new IntVector.Builder(lsns.length);
    IntVector.Builder commands = new IntVector.Builder(lsns.length);
    LongVector.Builder local = new LongVector.Builder(lsns.length);
    LongVector.Builder commitTs = new LongVector.Builder(lsns.length);
    for (int i = 0; i < lsns.length; i++) {
      starts.add(lsn(lsns[i]).toBytes());
      seqvals.add(lsn(lsns[i] * 1000 + i).toBytes());
      operations.add(2);
      commands.add(1);
      local.add(COMMIT_TS.toEpochMilli() + i);
      commitTs.add(RowTable.micros(COMMIT_TS) + i);
    }
    return new BronzeRows(
        new ChangeBatch(
            lsns.length,
            starts.build(),
            seqvals.build(),
            operations.build(),
            commands.build(),
            local.build(),
            captured),
        commitTs.build());
  }

  static BronzeHead.Present created(BronzeTable table, List<TableColumn> captured) {
    table.create(captured, Samples::initial);
    return present(table);
  }

  static BronzeHead.Present present(BronzeTable table) {
    return (BronzeHead.Present) table.head();
  }

  /** Commits the next batch with these rows. */
  static CommitOutcome commit(BronzeTable table, BronzeHead.Present head, BronzeRows... batches) {
    StreamState next = next(head.state());
    WrittenFiles files =
        batches.length == 0
            ? table.noFiles()
            : table.write(head, head.captured(), stamp(next), List.of(batches).iterator());
    return table.commit(head, head.captured(), files, next);
  }

  static Stamp stamp(StreamState next) {
    return new Stamp(INSTANCE, next.batchId());
  }

  static Iterator<BronzeRows> none() {
    return List.<BronzeRows>of().iterator();
  }
}
