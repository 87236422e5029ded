package io.strandline.lab.sql.view;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows made anew at each read. */
record ListRelation(List<Column> columns, Supplier<List<@Nullable Object[]>> rows)
    implements Relation {

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Iterator<@Nullable Object[]> iterator = rows.get().iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }
}
