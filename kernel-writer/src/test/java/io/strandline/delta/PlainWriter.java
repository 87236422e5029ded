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
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
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
    commit(reader, List.of(), List.of(reader.rows().get(0)));
  }

  /** Appends a row without values. */
  void addRowOfNulls() {
    PlainReader reader = new PlainReader(table);
    commit(reader, List.of(), List.of(new GenericRow(reader.snapshot.getSchema(), Map.of())));
  }

  void setProperty() {
    setProperty("note", UUID.randomUUID().toString());
  }

  void setProperty(String name, String value) {
    new PlainReader(table)
        .snapshot
        .buildUpdateTableTransaction("another program", Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(Map.of(name, value))
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
  }

  /** Puts all rows into one file, as a compaction does. */
  void mergeAllFiles() {
    PlainReader reader = new PlainReader(table);
    commit(reader, reader.files(), reader.rows());
  }

  /** Sets a text column in all rows. */
  void rewriteTexts(String column, String text) {
    PlainReader reader = new PlainReader(table);
    int ordinal = reader.snapshot.getSchema().indexOf(column);
    List<Row> changed = reader.rows().stream().map(row -> withText(row, ordinal, text)).toList();
    commit(reader, reader.files(), changed);
  }

  private static Row withText(Row row, int ordinal, String text) {
    return (Row)
        Proxy.newProxyInstance(
            Row.class.getClassLoader(),
            new Class<?>[] {Row.class},
            (proxy, method, arguments) -> {
              boolean ours = arguments != null && arguments[0].equals(ordinal);
              if (ours && method.getName().equals("isNullAt")) {
                return false;
              }
              return ours ? text : method.invoke(row, arguments);
            });
  }

  private void commit(PlainReader reader, List<Row> removed, List<Row> added) {
    Transaction transaction =
        reader
            .snapshot
            .buildUpdateTableTransaction("another program", Operation.WRITE)
            .build(engine);
    Row state = transaction.getTransactionState(engine);
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    FilteredColumnarBatch batch =
        new FilteredColumnarBatch(
            new DefaultRowBasedColumnarBatch(reader.snapshot.getSchema(), added), Optional.empty());
    List<Row> actions = new ArrayList<>();
    for (Row file : removed) {
      AddFile add = new AddFile(file.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
      actions.add(
          SingleAction.createRemoveFileSingleAction(add.toRemoveFileRow(true, Optional.empty())));
    }
    try {
      Transaction.generateAppendActions(
              engine,
              state,
              engine
                  .getParquetHandler()
                  .writeParquetFiles(
                      context.getTargetDirectory(),
                      Utils.singletonCloseableIterator(batch),
                      context.getStatisticsColumns()),
              context)
          .forEachRemaining(actions::add);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    transaction.commit(
        engine, CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
  }
}
