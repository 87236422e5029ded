package io.strandline.delta;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.data.DefaultRowBasedColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Kernel as any program would write with it. */
final class PlainWriter {

  private final Path table;
  private final Engine engine = DefaultEngine.create(new Configuration());

  PlainWriter(Path table) {
    this.table = table;
  }

  void checkpoint(long version) {
    try {
      Table.forPath(engine, table.toString()).checkpoint(engine, version);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Appends a copy of a row that is there. */
  void copyOneRow() {
    PlainReader reader = new PlainReader(table);
    Transaction transaction =
        reader
            .snapshot
            .buildUpdateTableTransaction("another program", Operation.WRITE)
            .build(engine);
    Row state = transaction.getTransactionState(engine);
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    FilteredColumnarBatch batch =
        new FilteredColumnarBatch(
            new DefaultRowBasedColumnarBatch(
                reader.snapshot.getSchema(), List.of(reader.rows().get(0))),
            Optional.empty());
    try {
      CloseableIterable<Row> actions =
          CloseableIterable.inMemoryIterable(
              Transaction.generateAppendActions(
                  engine,
                  state,
                  engine
                      .getParquetHandler()
                      .writeParquetFiles(
                          context.getTargetDirectory(),
                          Utils.singletonCloseableIterator(batch),
                          context.getStatisticsColumns()),
                  context));
      transaction.commit(engine, actions);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
