package io.strandline.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StringType;

/** Columns with one value in every row, of which none is stored. */
public final class ConstantVectors {

  private ConstantVectors() {}

  /** The same text in every row. */
  public static ColumnVector text(String text, int rows) {
    return new Text(StringType.STRING, text, rows);
  }

  /** The same number in every row. */
  public static ColumnVector number(DataType type, long number, int rows) {
    return new Number(type, number, rows);
  }

  /** NULL in every row. */
  public static ColumnVector nulls(DataType type, int rows) {
    return new Null(type, rows);
  }

  private record Text(DataType type, String value, int rows) implements ColumnVector {

    @Override
    public DataType getDataType() {
      return type;
    }

    @Override
    public int getSize() {
      return rows;
    }

    @Override
    public boolean isNullAt(int row) {
      return false;
    }

    @Override
    public String getString(int row) {
      return value;
    }

    @Override
    public void close() {}
  }

  private record Number(DataType type, long value, int rows) implements ColumnVector {

    @Override
    public DataType getDataType() {
      return type;
    }

    @Override
    public int getSize() {
      return rows;
    }

    @Override
    public boolean isNullAt(int row) {
      return false;
    }

    @Override
    public int getInt(int row) {
      return (int) value;
    }

    @Override
    public long getLong(int row) {
      return value;
    }

    @Override
    public void close() {}
  }

  private record Null(DataType type, int rows) implements ColumnVector {

    @Override
    public DataType getDataType() {
      return type;
    }

    @Override
    public int getSize() {
      return rows;
    }

    @Override
    public boolean isNullAt(int row) {
      return true;
    }

    @Override
    public void close() {}
  }
}
