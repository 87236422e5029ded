package io.strandline.lab.store;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.wire.RowLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table's columns and keys at one time.
 *
 * @param columns in the order of their ids, dropped ones left out
 * @param width the highest id ever used
 * @param keys primary key, unique constraints and indexes
 * @param constraints defaults, checks and foreign keys
 */
public record TableSchema(
    List<ColumnDef> columns, int width, List<KeyDef> keys, List<ConstraintDef> constraints) {

  public TableSchema {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
    constraints = List.copyOf(constraints);
  }

  /** A definition without constraints other than keys. */
  public TableSchema(List<ColumnDef> columns, int width, List<KeyDef> keys) {
    this(columns, width, keys, List.of());
  }

  /** The primary key; {@code null} for a heap. */
  public @Nullable KeyDef primaryKey() {
    for (KeyDef key : keys) {
      if (key.primary()) {
        return key;
      }
    }
    return null;
  }

  /** The position of a column by name in any case; -1 if there is none. */
  public int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The column with an id; {@code null} if it was dropped. */
  public @Nullable ColumnDef byId(int id) {
    for (ColumnDef column : columns) {
      if (column.id() == id) {
        return column;
      }
    }
    return null;
  }

  /** Whether stored rows can be handed out as they are. */
  private boolean isDense() {
    return width == columns.size();
  }

  /** A stored row's values in column order. */
  public @Nullable Object[] project(@Nullable Object[] stored) {
    if (isDense() && stored.length == width) {
      return stored;
    }
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(stored, columns.get(i));
    }
    return row;
  }

  /** The places in stored rows of some columns, given by position. */
  BitSet stored(BitSet wanted) {
    BitSet places = new BitSet(width);
    wanted.stream().forEach(position -> places.set(columns.get(position).id() - 1));
    return places;
  }

  /** A column's value in a stored row, which may be older than the column. */
  public static @Nullable Object value(@Nullable Object[] stored, ColumnDef column) {
    int position = column.id() - 1;
    return position < stored.length ? stored[position] : column.missingValue();
  }

  /** Values in column order as they are stored. */
  public @Nullable Object[] store(@Nullable Object[] row) {
    if (isDense()) {
      return row;
    }
    @Nullable Object[] stored = new @Nullable Object[width];
    for (int i = 0; i < row.length; i++) {
      stored[columns.get(i).id() - 1] = row[i];
    }
    return stored;
  }

  /** How stored rows are packed: by column id, a dropped column as an empty cell. */
  RowLayout layout() {
    List<SqlType> types = new ArrayList<>(width);
    for (int id = 1; id <= width; id++) {
      ColumnDef column = byId(id);
      types.add(column == null ? SqlType.of(SqlType.Kind.BIT) : column.type());
    }
    return new RowLayout(types);
  }

  /** The keys beside the primary one, in their order. */
  public List<KeyDef> secondaryKeys() {
    return keys.stream().filter(key -> !key.primary()).toList();
  }

  TableSchema withColumns(List<ColumnDef> newColumns, int newWidth) {
    return new TableSchema(newColumns, newWidth, keys, constraints);
  }

  TableSchema withKey(KeyDef key) {
    List<KeyDef> all = new ArrayList<>(keys);
    all.add(key);
    return new TableSchema(columns, width, all, constraints);
  }

  TableSchema withKeys(List<KeyDef> newKeys) {
    return new TableSchema(columns, width, newKeys, constraints);
  }

  TableSchema withConstraints(List<ConstraintDef> newConstraints) {
    return new TableSchema(columns, width, keys, newConstraints);
  }
}
