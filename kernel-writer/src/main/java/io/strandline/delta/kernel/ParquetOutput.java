package io.strandline.delta.kernel;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultParquetHandler;
import io.delta.kernel.defaults.internal.parquet.ParquetStatsReader;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.strandline.delta.log.FolderSync;
import io.strandline.error.StalePlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches to Parquet files of a table, as they are drawn and in their order.
 *
 * <p>If anything fails, what was begun is deleted and the error passes through: the iterator's own
 * as it was, the file system's as {@link UncheckedIOException}.
 */
public final class ParquetOutput {

  private static final Logger LOG = LoggerFactory.getLogger(ParquetOutput.class);

  private static final String REMEDY = "Plan the batch anew; nothing was committed.";

  private final DeltaStorage storage;
  private final Bounds bounds;

  /**
   * Output through a store's file access.
   *
   * @param maxText the most code points of a string column's smallest and largest value in the log
   */
  public ParquetOutput(DeltaStorage storage, int maxText) {
    this.storage = storage;
    this.bounds = new Bounds(maxText);
  }

  /**
   * Writes all batches.
   *
   * @param table the table's URI
   * @param schema the columns by the names that data files use
   * @param batches all of this schema
   * @param statistics the columns to keep smallest and largest values of
   */
  public DataFiles write(
      String table,
      StructType schema,
      Iterator<? extends ColumnarBatch> batches,
      List<String> statistics) {
    RecordingFiles files = new RecordingFiles(storage.files());
    List<Column> columns = statistics.stream().map(Column::new).toList();
    String layout = layout(schema);
    List<DataFile> done = new ArrayList<>();
    boolean complete = false;
    try (CloseableIterator<DataFileStatus> written =
        new DefaultParquetHandler(files).writeParquetFiles(table, filtered(batches), columns)) {
      while (written.hasNext()) {
        DataFileStatus status = written.next();
        sync(status.getPath());
        done.add(file(status, schema, layout));
      }
      complete = true;
      return new DataFiles(done);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!complete) {
        delete(files.begun());
      }
    }
  }

  private DataFile file(DataFileStatus status, StructType schema, String layout) {
    DataFileStatistics statistics = bounds.shortened(status.getStatistics().orElseThrow());
    String path = status.getPath();
    return new DataFile(
        path,
        path.substring(path.lastIndexOf('/') + 1),
        status.getSize(),
        status.getModificationTime(),
        statistics.getNumRecords(),
        Optional.of(statistics.serializeAsJson(schema)),
        layout);
  }

  /**
   * The files with their statistics, those of another process read from the files themselves, so
   * that no value of a row has to travel in a document.
   *
   * @param schema the columns by the names that data files use
   * @param statistics the columns to keep smallest and largest values of
   * @throws StalePlanException if a file does not hold what its document says
   */
  public DataFiles described(DataFiles files, StructType schema, List<String> statistics) {
    List<Column> columns = statistics.stream().map(Column::new).toList();
    return new DataFiles(
        files.all().stream()
            .map(
                file ->
                    file.statistics().isPresent()
                        ? file
                        : file.with(footer(file, schema, columns).serializeAsJson(schema)))
            .toList());
  }

  private DataFileStatistics footer(DataFile file, StructType schema, List<Column> columns) {
    DataFileStatistics found;
    try {
      found =
          ParquetStatsReader.readDataFileStatistics(
              storage.files().newInputFile(file.path(), file.size()), schema, columns);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw new StalePlanException(
          "the data file '" + file.name() + "' cannot be read as Parquet", REMEDY, e);
    }
    if (found.getNumRecords() != file.rows()) {
      throw new StalePlanException(
          "the data file '"
              + file.name()
              + "' has "
              + found.getNumRecords()
              + " rows, and "
              + file.rows()
              + " were written",
          REMEDY);
    }
    return bounds.shortened(found);
  }

  /** A hash of the names of columns in data files. */
  public static String layout(StructType schema) {
    return Hashes.of(String.join("\n", schema.fieldNames()).getBytes(StandardCharsets.UTF_8));
  }

  /** Deletes files as far as possible. */
  public void delete(List<String> paths) {
    for (String path : paths) {
      try {
        storage.delete(path);
      } catch (RuntimeException e) {
        LOG.warn("{} is not needed and could not be deleted", path, e);
      }
    }
  }

  private static CloseableIterator<FilteredColumnarBatch> filtered(
      Iterator<? extends ColumnarBatch> batches) {
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return batches.hasNext();
      }

      @Override
      public FilteredColumnarBatch next() {
        return new FilteredColumnarBatch(batches.next(), Optional.empty());
      }

      @Override
      public void close() {}
    };
  }

  /** A commit is synced, so the files it names must be; object stores have nothing to sync. */
  private static void sync(String file) throws IOException {
    URI uri = new org.apache.hadoop.fs.Path(file).toUri();
    if (!"file".equals(uri.getScheme())) {
      return;
    }
    Path path = Path.of(uri.getPath());
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    FolderSync.sync(path.resolveSibling(""));
  }
}
