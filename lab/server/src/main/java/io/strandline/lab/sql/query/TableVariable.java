package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table variable: rows of one batch, outside any transaction. */
public final class TableVariable implements Relation {

  private final List<Column> columns;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  public TableVariable(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  public void add(@Nullable Object[] row) {
    rows.add(row);
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Iterator<@Nullable Object[]> all = new ArrayList<>(rows).iterator();
    return () -> all.hasNext() ? all.next() : null;
  }
}
