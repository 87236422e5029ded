package io.strandline.sim;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;

/**
 * A column of the followed table.
 *
 * @param id tells it from a later column of the same name
 * @param name as the source spells it
 * @param kind what its type maps to: SHORT, INT, LONG or STRING
 */
record SourceColumn(int id, String name, Kind kind) {

  /** The same column after an ALTER. */
  SourceColumn as(Kind other) {
    return new SourceColumn(id, name, other);
  }

  ColumnType type() {
    return ColumnType.of(kind);
  }

  /** The type as the source declares it. */
  String declaration() {
    return switch (kind) {
      case SHORT -> "smallint";
      case INT -> "int";
      case LONG -> "bigint";
      default -> "nvarchar(200)";
    };
  }

  /** A value of the column as a column of another kind holds it. */
  static Object as(Object value, Kind kind) {
    return switch (kind) {
      case SHORT, INT -> ((Long) value).intValue();
      case LONG -> value;
      default -> value.toString();
    };
  }
}
