package io.strandline.sim;

import io.strandline.change.ColumnType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The definition of the followed table, {@code dbo.orders}. Not thread-safe. */
final class SourceTable {

  static final int ID = 1;
  static final int NOTE = 2;
  private static final int QUANTITY = 3;

  private final List<SourceColumn> columns = new ArrayList<>();
  private int ids = QUANTITY;

  SourceTable() {
    columns.add(new SourceColumn(ID, "id", Kind.INT));
    columns.add(new SourceColumn(NOTE, "note", Kind.STRING));
    columns.add(new SourceColumn(QUANTITY, "quantity", Kind.INT));
  }

  /** As it is now. */
  List<SourceColumn> columns() {
    return List.copyOf(columns);
  }

  /** The columns that an ALTER may touch: all but the key and the note. */
  List<SourceColumn> others() {
    return columns.stream().filter(column -> column.id() > NOTE).toList();
  }

  /** Adds a column, which no capture instance records yet. */
  SourceColumn add(String name, Kind kind) {
    SourceColumn column = new SourceColumn(++ids, name, kind);
    columns.add(column);
    return column;
  }

  Optional<SourceColumn> named(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  void drop(SourceColumn column) {
    columns.removeIf(other -> other.id() == column.id());
  }

  void alter(SourceColumn altered) {
    columns.replaceAll(column -> column.id() == altered.id() ? altered : column);
  }
}
