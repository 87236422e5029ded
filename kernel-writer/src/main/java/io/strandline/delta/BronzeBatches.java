package io.strandline.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.strandline.change.BronzeRows;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.delta.kernel.ConstantVectors;
import io.strandline.delta.kernel.VectorBatch;
import io.strandline.delta.kernel.Vectors;
import io.strandline.port.BronzeWriter.Stamp;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Bronze rows as batches for data files, each checked before it is handed out. */
final class BronzeBatches implements Iterator<VectorBatch> {

  private static final ColumnType INT = ColumnType.of(Kind.INT);
  private static final ColumnType TIMESTAMP = ColumnType.of(Kind.TIMESTAMP);

  private final StructType schema;
  private final List<TableColumn> captured;
  private final Stamp stamp;
  private final Iterator<BronzeRows> rows;
  private final RowChecks checks;

  BronzeBatches(
      StructType schema, List<TableColumn> captured, Stamp stamp, Iterator<BronzeRows> rows) {
    this.schema = schema;
    this.captured = captured;
    this.stamp = stamp;
    this.rows = rows;
    this.checks = new RowChecks(captured, stamp.snapshot().isPresent());
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public VectorBatch next() {
    BronzeRows next = rows.next();
    checks.check(next);
    return batch(next);
  }

  private VectorBatch batch(BronzeRows next) {
    ChangeBatch changes = next.changes();
    int size = changes.rows();
    List<ColumnVector> columns = new ArrayList<>(schema.length());
    columns.add(ConstantVectors.text(stamp.captureInstance(), size));
    columns.add(Vectors.lsns(changes.startLsn()));
    columns.add(Vectors.lsns(changes.seqval()));
    columns.add(Vectors.of(INT, changes.operation()));
    columns.add(Vectors.of(INT, changes.commandId()));
    columns.add(Vectors.of(TIMESTAMP, next.commitTs()));
    for (int i = 0; i < captured.size(); i++) {
      columns.add(Vectors.of(captured.get(i).type(), changes.captured().get(i)));
    }
    columns.add(ConstantVectors.number(LongType.LONG, stamp.batchId(), size));
    columns.add(
        stamp
            .snapshot()
            .map(lsn -> ConstantVectors.text(lsn.toString(), size))
            .orElseGet(() -> ConstantVectors.nulls(StringType.STRING, size)));
    columns.add(
        stamp.chunk().isPresent()
            ? ConstantVectors.number(IntegerType.INTEGER, stamp.chunk().getAsInt(), size)
            : ConstantVectors.nulls(IntegerType.INTEGER, size));
    return new VectorBatch(schema, columns, size);
  }
}
