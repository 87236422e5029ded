package io.strandline.delta;

import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.error.InternalException;
import java.math.BigInteger;

/** Whether a captured column's values are in the range of its type. */
final class ValueChecks {

  private ValueChecks() {}

  /**
   * Checks all values of a column.
   *
   * @throws InternalException for the first that does not fit, or a vector of another type
   */
  static void check(TableColumn column, Vector vector) {
    switch (column.type().kind()) {
      case BOOLEAN -> checkInts(column, vector, 0, 1);
      case SHORT -> checkInts(column, vector, Short.MIN_VALUE, Short.MAX_VALUE);
      case INT, DATE -> required(column, vector, IntVector.class);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> required(column, vector, LongVector.class);
      case FLOAT -> checkFloats(column, required(column, vector, DoubleVector.class));
      case DOUBLE -> required(column, vector, DoubleVector.class);
      case STRING, BINARY -> required(column, vector, BytesVector.class);
      case DECIMAL -> checkDecimals(column, vector);
    }
  }

  private static <V extends Vector> V required(
      TableColumn column, Vector vector, Class<V> carrier) {
    if (!carrier.isInstance(vector)) {
      throw new InternalException(
          "column '"
              + column.name()
              + "' of type "
              + column.type()
              + " was read into a "
              + vector.getClass().getSimpleName(),
          "This is a defect: report it with the source's column types; nothing was committed.");
    }
    return carrier.cast(vector);
  }

  private static void checkInts(TableColumn column, Vector vector, int least, int most) {
    IntVector ints = required(column, vector, IntVector.class);
    for (int row = 0; row < ints.size(); row++) {
      int value = ints.get(row);
      if (!ints.isNull(row) && (value < least || value > most)) {
        throw outOfRange(column, row);
      }
    }
  }

  private static void checkFloats(TableColumn column, DoubleVector doubles) {
    for (int row = 0; row < doubles.size(); row++) {
      double value = doubles.get(row);
      if (!doubles.isNull(row) && Double.compare((float) value, value) != 0) {
        throw outOfRange(column, row);
      }
    }
  }

  private static void checkDecimals(TableColumn column, Vector vector) {
    ColumnType type = column.type();
    BigInteger bound = BigInteger.TEN.pow(type.precision());
    if (type.isLongDecimal()) {
      checkLongs(column, required(column, vector, LongVector.class), bound.longValueExact());
      return;
    }
    BytesVector bytes = required(column, vector, BytesVector.class);
    for (int row = 0; row < bytes.size(); row++) {
      if (!bytes.isNull(row)
          && (bytes.length(row) == 0
              || new BigInteger(bytes.get(row)).abs().compareTo(bound) >= 0)) {
        throw outOfRange(column, row);
      }
    }
  }

  private static void checkLongs(TableColumn column, LongVector longs, long bound) {
    for (int row = 0; row < longs.size(); row++) {
      long value = longs.get(row);
      if (!longs.isNull(row) && (value >= bound || value <= -bound)) {
        throw outOfRange(column, row);
      }
    }
  }

  private static InternalException outOfRange(TableColumn column, int row) {
    return RowChecks.refused(column.name(), row, "is out of the range of " + column.type());
  }
}
