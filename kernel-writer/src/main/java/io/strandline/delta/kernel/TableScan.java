package io.strandline.delta.kernel;

import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Or;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads small tables into memory. */
public final class TableScan {

  private final DeltaStorage storage;

  /** A scan through a store's engine. */
  public TableScan(DeltaStorage storage) {
    this.storage = storage;
  }

  /**
   * Reads every file that may hold rows of one of some texts.
   *
   * @param columns to read, each of them a column of the table
   * @param column a string column
   * @param texts its values, at least one; a file is returned with all of its rows
   */
  public List<ScannedFile> filesWith(
      DeltaSnapshot snapshot, StructType columns, String column, Collection<String> texts) {
    // Kernel prunes nothing by IN (measured).
    Predicate wanted = texts.stream().map(text -> is(column, text)).reduce(Or::new).orElseThrow();
    return read(snapshot.kernel().getScanBuilder().withFilter(wanted).withReadSchema(columns));
  }

  private static Predicate is(String column, String text) {
    return new Predicate("=", new Column(column), Literal.ofString(text));
  }

  /**
   * The files that may hold rows of an instant or later, none of them read yet.
   *
   * @param columns to read, each of them a column of the table
   * @param column a timestamp column
   * @param micros the instant, microseconds since 1970-01-01T00:00Z
   */
  public List<UnreadFile> filesSince(
      DeltaSnapshot snapshot, StructType columns, String column, long micros) {
    Engine engine = storage.engine();
    Predicate since = new Predicate(">=", new Column(column), Literal.ofTimestamp(micros));
    Scan scan =
        snapshot.kernel().getScanBuilder().withFilter(since).withReadSchema(columns).build();
    Row state = scan.getScanState(engine);
    List<UnreadFile> found = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            found.add(
                new UnreadFile(
                    file,
                    snapshot.physicalSchema(snapshot.schema().fieldNames()),
                    each -> forEach(engine, state, file, each)));
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Hands every row to {@code each}, file by file; a row must not be kept.
   *
   * @param columns to read, each of them a column of the table
   */
  public void forEach(DeltaSnapshot snapshot, StructType columns, Consumer<Row> each) {
    Engine engine = storage.engine();
    Scan scan = snapshot.kernel().getScanBuilder().withReadSchema(columns).build();
    Row state = scan.getScanState(engine);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            forEach(engine, state, files.next(), each);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ScannedFile> read(ScanBuilder builder) {
    Engine engine = storage.engine();
    Scan scan = builder.build();
    Row state = scan.getScanState(engine);
    List<ScannedFile> found = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            found.add(new ScannedFile(file, rows(engine, state, file)));
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Row> rows(Engine engine, Row state, Row file) throws IOException {
    List<Row> rows = new ArrayList<>();
    forEach(engine, state, file, rows::add);
    return rows;
  }

  private static void forEach(Engine engine, Row state, Row file, Consumer<Row> each)
      throws IOException {
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
      while (logical.hasNext()) {
        try (CloseableIterator<Row> batch = logical.next().getRows()) {
          batch.forEachRemaining(each);
        }
      }
    }
  }
}
