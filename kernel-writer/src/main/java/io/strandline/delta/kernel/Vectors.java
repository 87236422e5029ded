package io.strandline.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StringType;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Kernel's view of vectors; nothing is copied. Not thread-safe. */
public final class Vectors {

  private Vectors() {}

  /**
   * The view of a column's vector.
   *
   * @throws IllegalArgumentException if the vector is not the one that carries the type
   */
  public static ColumnVector of(ColumnType type, Vector vector) {
    DataType target = KernelTypes.of(type);
    if (vector instanceof IntVector ints && isInt(type)) {
      return new Ints(target, ints);
    }
    if (vector instanceof LongVector longs && isLong(type)) {
      return new Longs(target, longs, type.scale());
    }
    if (vector instanceof DoubleVector doubles && isDouble(type)) {
      return new Doubles(target, doubles);
    }
    if (vector instanceof BytesVector bytes && isBytes(type)) {
      return new Bytes(target, bytes, type.scale());
    }
    throw new IllegalArgumentException(vector.getClass().getSimpleName() + " for " + type);
  }

  /** The view of ten-byte LSNs as their text form. */
  public static ColumnVector lsns(BytesVector vector) {
    return new Lsns(StringType.STRING, vector);
  }

  private static boolean isInt(ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN, SHORT, INT, DATE -> true;
      default -> false;
    };
  }

  private static boolean isLong(ColumnType type) {
    return switch (type.kind()) {
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> true;
      default -> type.isLongDecimal();
    };
  }

  private static boolean isDouble(ColumnType type) {
    return type.kind() == ColumnType.Kind.FLOAT || type.kind() == ColumnType.Kind.DOUBLE;
  }

  private static boolean isBytes(ColumnType type) {
    return switch (type.kind()) {
      case STRING, BINARY -> true;
      case DECIMAL -> !type.isLongDecimal();
      default -> false;
    };
  }

  /** A view over a vector. */
  private abstract static class View implements ColumnVector {

    private final DataType type;
    private final Vector vector;

    View(DataType type, Vector vector) {
      this.type = type;
      this.vector = vector;
    }

    @Override
    public DataType getDataType() {
      return type;
    }

    @Override
    public int getSize() {
      return vector.size();
    }

    @Override
    public boolean isNullAt(int row) {
      return vector.isNull(row);
    }

    @Override
    public void close() {}
  }

  private static final class Ints extends View {

    private final IntVector vector;

    Ints(DataType type, IntVector vector) {
      super(type, vector);
      this.vector = vector;
    }

    @Override
    public boolean getBoolean(int row) {
      return vector.get(row) != 0;
    }

    @Override
    public short getShort(int row) {
      return (short) vector.get(row);
    }

    @Override
    public int getInt(int row) {
      return vector.get(row);
    }
  }

  private static final class Longs extends View {

    private final LongVector vector;
    private final int scale;

    Longs(DataType type, LongVector vector, int scale) {
      super(type, vector);
      this.vector = vector;
      this.scale = scale;
    }

    @Override
    public long getLong(int row) {
      return vector.get(row);
    }

    @Override
    public BigDecimal getDecimal(int row) {
      return BigDecimal.valueOf(vector.get(row), scale);
    }
  }

  private static final class Doubles extends View {

    private final DoubleVector vector;

    Doubles(DataType type, DoubleVector vector) {
      super(type, vector);
      this.vector = vector;
    }

    @Override
    public float getFloat(int row) {
      return (float) vector.get(row);
    }

    @Override
    public double getDouble(int row) {
      return vector.get(row);
    }
  }

  private static final class Bytes extends View {

    private final BytesVector vector;
    private final int scale;

    Bytes(DataType type, BytesVector vector, int scale) {
      super(type, vector);
      this.vector = vector;
      this.scale = scale;
    }

    @Override
    public byte[] getBinary(int row) {
      return vector.get(row);
    }

    @Override
    public String getString(int row) {
      return vector.text(row);
    }

    @Override
    public BigDecimal getDecimal(int row) {
      return new BigDecimal(new BigInteger(vector.get(row)), scale);
    }
  }

  /** Consecutive rows share their commit's LSN, so its text is made once. */
  private static final class Lsns extends View {

    private final BytesVector vector;
    private int made = -1;
    private String text = "";

    Lsns(DataType type, BytesVector vector) {
      super(type, vector);
      this.vector = vector;
    }

    @Override
    public String getString(int row) {
      if (made < 0 || !vector.sameAs(row, made)) {
        text = vector.lsn(row).toString();
        made = row;
      }
      return text;
    }
  }
}
