package io.strandline.sim;

import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.Vector;
import java.util.List;
import java.util.Optional;

/** Makes the vectors that simulated readers deliver. */
final class SimVectors {

  private SimVectors() {}

  /** A column's values, each a Long or a String, as a kind of column holds them. */
  static Vector of(Kind kind, List<Optional<Object>> values) {
    return switch (kind) {
      case SHORT, INT -> ints(values);
      case LONG -> longs(values);
      default -> texts(values);
    };
  }

  private static Vector ints(List<Optional<Object>> values) {
    IntVector.Builder vector = new IntVector.Builder(values.size());
    values.forEach(
        value ->
            value.ifPresentOrElse(
                number -> vector.add(((Long) number).intValue()), vector::addNull));
    return vector.build();
  }

  private static Vector longs(List<Optional<Object>> values) {
    LongVector.Builder vector = new LongVector.Builder(values.size());
    values.forEach(
        value -> value.ifPresentOrElse(number -> vector.add((Long) number), vector::addNull));
    return vector.build();
  }

  private static Vector texts(List<Optional<Object>> values) {
    BytesVector.Builder vector = new BytesVector.Builder(values.size());
    values.forEach(
        value -> value.ifPresentOrElse(text -> vector.add(text.toString()), vector::addNull));
    return vector.build();
  }
}
