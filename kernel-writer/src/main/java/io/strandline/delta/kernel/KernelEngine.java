package io.strandline.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Kernel's default engine with read errors that name the file, and without its metrics log. */
final class KernelEngine implements Engine {

  private final Engine engine;

  KernelEngine(FileIO files) {
    this.engine = DefaultEngine.create(files);
  }

  @Override
  public ExpressionHandler getExpressionHandler() {
    return engine.getExpressionHandler();
  }

  @Override
  public JsonHandler getJsonHandler() {
    return new NamingJsonHandler(engine.getJsonHandler());
  }

  @Override
  public FileSystemClient getFileSystemClient() {
    return engine.getFileSystemClient();
  }

  @Override
  public ParquetHandler getParquetHandler() {
    return new NamingParquetHandler(engine.getParquetHandler());
  }

  private record NamingJsonHandler(JsonHandler handler) implements JsonHandler {

    @Override
    public ColumnarBatch parseJson(
        ColumnVector json, StructType schema, Optional<ColumnVector> selection) {
      return handler.parseJson(json, schema, selection);
    }

    @Override
    public CloseableIterator<ColumnarBatch> readJsonFiles(
        CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
        throws IOException {
      return NamedReads.read(files, named -> handler.readJsonFiles(named, schema, predicate));
    }

    @Override
    public void writeJsonFileAtomically(String path, CloseableIterator<Row> data, boolean overwrite)
        throws IOException {
      handler.writeJsonFileAtomically(path, data, overwrite);
    }
  }

  private record NamingParquetHandler(ParquetHandler handler) implements ParquetHandler {

    @Override
    public CloseableIterator<FileReadResult> readParquetFiles(
        CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
        throws IOException {
      return NamedReads.read(files, named -> handler.readParquetFiles(named, schema, predicate));
    }

    @Override
    public CloseableIterator<DataFileStatus> writeParquetFiles(
        String folder, CloseableIterator<FilteredColumnarBatch> data, List<Column> statistics)
        throws IOException {
      return handler.writeParquetFiles(folder, data, statistics);
    }

    @Override
    public void writeParquetFileAtomically(
        String path, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
      handler.writeParquetFileAtomically(path, data);
    }
  }
}
