package io.strandline.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.types.StructType;
import java.util.List;

/**
 * Columns of equal length as one of Kernel's batches.
 *
 * @param schema the columns' names and types in data files
 * @param columns a vector a column
 * @param rows the length
 */
public record VectorBatch(StructType schema, List<ColumnVector> columns, int rows)
    implements ColumnarBatch {

  public VectorBatch {
    columns = List.copyOf(columns);
    if (columns.size() != schema.length()) {
      throw new IllegalArgumentException(
          columns.size() + " vectors for " + schema.length() + " columns");
    }
  }

  @Override
  public StructType getSchema() {
    return schema;
  }

  @Override
  public ColumnVector getColumnVector(int ordinal) {
    return columns.get(ordinal);
  }

  @Override
  public int getSize() {
    return rows;
  }
}
