package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that rows can be read from: a table, a view, a function or a query. */
public interface Relation {

  /** Its columns. */
  List<Column> columns();

  /** The columns that rows are ordered and found by; none if there is no such order. */
  default List<KeyColumn> key() {
    return List.of();
  }

  /** Every order that rows can be read in, {@link #key()} first. */
  default List<List<KeyColumn>> keys() {
    return key().isEmpty() ? List.of() : List.of(key());
  }

  /** Reads a range of one of the {@link #keys()}. */
  default RowCursor scan(int key, Seek seek, boolean reverse, @Nullable Frame outer) {
    return scan(seek, reverse, outer);
  }

  /**
   * Reads a range.
   *
   * @param seek on {@link #key()}; ALL if there is none
   * @param reverse against the key's order
   * @param outer rows of the queries around
   */
  RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer);

  /** Whether what it is read by is a {@link io.strandline.lab.store.PackedCursor}. */
  default boolean isPacked() {
    return false;
  }

  /** Called for each column that the query names; checks the permission to. */
  default void use(int column) {}

  /** A column of the key, by its position among the columns. */
  record KeyColumn(int column, boolean descending) {}
}
