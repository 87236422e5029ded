package io.strandline.lab.store;

import io.strandline.lab.sql.ast.Expr;
import java.util.List;

/** A constraint of a table that is no key. */
public sealed interface ConstraintDef {

  int objectId();

  String name();

  /** The default of a column, whose expression the column holds; the text is the definition's. */
  record Default(int objectId, String name, int columnId, String text) implements ConstraintDef {}

  /** A condition that no row may make false. */
  record Check(int objectId, String name, Expr condition, String text) implements ConstraintDef {}

  /** Columns whose values must be a row's of another table; nothing cascades. */
  record Foreign(
      int objectId,
      String name,
      List<Integer> columnIds,
      Table referenced,
      List<Integer> referencedIds)
      implements ConstraintDef {}

  /** Whether it is about a column, so that the column cannot be dropped. */
  default boolean uses(int columnId) {
    if (this instanceof Default value) {
      return value.columnId() == columnId;
    }
    return this instanceof Foreign foreign && foreign.columnIds().contains(columnId);
  }
}
