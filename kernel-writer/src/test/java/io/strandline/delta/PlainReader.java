package io.strandline.delta;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Kernel as any program would use it, with none of our settings. */
final class PlainReader {

  final Engine engine = DefaultEngine.create(new Configuration());
  final Snapshot snapshot;
  private final Scan scan;
  private final List<Row> files;

  PlainReader(Path table) {
    this.snapshot = TableManager.loadSnapshot(table.toString()).build(engine);
    this.scan = snapshot.getScanBuilder().build();
    this.files = listed();
  }

  /** The active data files, in no order. */
  List<Row> files() {
    return files;
  }

  private List<Row> listed() {
    List<Row> files = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      batches.forEachRemaining(batch -> batch.getRows().forEachRemaining(files::add));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return files;
  }

  List<FileStatus> fileStatuses() {
    return files().stream().map(InternalScanFileUtils::getAddFileStatus).toList();
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    files().forEach(file -> rows.addAll(rows(file)));
    return rows;
  }

  List<Row> rows(Row file) {
    Row state = scan.getScanState(engine);
    List<Row> rows = new ArrayList<>();
    try {
      CloseableIterator<ColumnarBatch> physical =
          engine
              .getParquetHandler()
              .readParquetFiles(
                  Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                  ScanStateRow.getPhysicalDataReadSchema(state),
                  Optional.empty())
              .map(FileReadResult::getData);
      try (CloseableIterator<FilteredColumnarBatch> logical =
          Scan.transformPhysicalData(engine, state, file, physical)) {
        logical.forEachRemaining(batch -> batch.getRows().forEachRemaining(rows::add));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return rows;
  }

  static int at(Row row, String column) {
    return row.getSchema().indexOf(column);
  }
}
