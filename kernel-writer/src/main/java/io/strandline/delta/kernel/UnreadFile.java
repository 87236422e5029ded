package io.strandline.delta.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A data file of a table's version with what the log tells of its values. Immutable. */
public final class UnreadFile {

  /** Reads the rows of a file. */
  interface Reading {
    void forEach(Consumer<Row> each) throws IOException;
  }

  private final Optional<DataFileStatistics> statistics;
  private final Reading reading;

  UnreadFile(Row scanFile, StructType physicalSchema, Reading reading) {
    AddFile file = new AddFile(scanFile.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
    this.statistics = file.getStats(physicalSchema);
    this.reading = reading;
  }

  /** A value that no value of a column is below; empty if the log does not tell. */
  public Optional<Object> smallest(String column) {
    return statistics.flatMap(known -> value(known.getMinValues().get(new Column(column))));
  }

  /** A value that no value of a column is above; empty if the log does not tell. */
  public Optional<Object> largest(String column) {
    return statistics.flatMap(known -> value(known.getMaxValues().get(new Column(column))));
  }

  private static Optional<Object> value(@Nullable Literal literal) {
    return Optional.ofNullable(literal).map(Literal::getValue);
  }

  /** Whether the log does not exclude that a column is NULL in some row. */
  public boolean mayHoldNull(String column) {
    return nulls(column).map(count -> count > 0).orElse(true);
  }

  /** Whether the log does not exclude that a column has a value in some row. */
  public boolean mayHoldValue(String column) {
    return nulls(column)
        .flatMap(count -> statistics.map(known -> count < known.getNumRecords()))
        .orElse(true);
  }

  private Optional<Long> nulls(String column) {
    return statistics.flatMap(
        known -> Optional.ofNullable(known.getNullCount().get(new Column(column))));
  }

  /** Hands every row to {@code each}; a row must not be kept. */
  public void forEach(Consumer<Row> each) {
    try {
      reading.forEach(each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
