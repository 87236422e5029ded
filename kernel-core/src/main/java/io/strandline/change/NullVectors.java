package io.strandline.change;

/** Vectors of NULLs, for columns that a source does not have. */
public final class NullVectors {

  private NullVectors() {}

  /** A vector of so many NULLs, of the class that carries a type. */
  public static Vector of(ColumnType type, int rows) {
    return switch (type.kind()) {
      case BOOLEAN, SHORT, INT, DATE -> ints(rows);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> longs(rows);
      case FLOAT, DOUBLE -> doubles(rows);
      case STRING, BINARY -> bytes(rows);
      case DECIMAL -> type.isLongDecimal() ? longs(rows) : bytes(rows);
    };
  }

  private static Vector ints(int rows) {
    IntVector.Builder nulls = new IntVector.Builder(rows);
    for (int row = 0; row < rows; row++) {
      nulls.addNull();
    }
    return nulls.build();
  }

  private static Vector longs(int rows) {
    LongVector.Builder nulls = new LongVector.Builder(rows);
    for (int row = 0; row < rows; row++) {
      nulls.addNull();
    }
    return nulls.build();
  }

  private static Vector doubles(int rows) {
    DoubleVector.Builder nulls = new DoubleVector.Builder(rows);
    for (int row = 0; row < rows; row++) {
      nulls.addNull();
    }
    return nulls.build();
  }

  private static Vector bytes(int rows) {
    BytesVector.Builder nulls = new BytesVector.Builder(rows);
    for (int row = 0; row < rows; row++) {
      nulls.addNull();
    }
    return nulls.build();
  }
}
