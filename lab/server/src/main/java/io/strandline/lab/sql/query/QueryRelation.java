package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query as a relation, its columns renamed if names are given. */
record QueryRelation(QueryPlan plan, List<Column> columns) implements Relation {

  QueryRelation(QueryPlan plan, List<String> names, String alias) {
    this(plan, renamed(plan, names, alias));
  }

  private static List<Column> renamed(QueryPlan plan, List<String> names, String alias) {
    int width = plan.columns().size();
    if (!names.isEmpty() && names.size() != width) {
      throw names.size() < width
          ? SqlException.of(
              8158,
              16,
              1,
              "'" + alias + "' has more columns than were specified in the column list.")
          : SqlException.of(
              8159,
              16,
              1,
              "'" + alias + "' has fewer columns than were specified in the column list.");
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      Column column = plan.columns().get(i);
      String name = names.isEmpty() ? column.name() : names.get(i);
      if (name.isEmpty()) {
        throw SqlException.of(
            8155,
            16,
            2,
            "No column name was specified for column " + (i + 1) + " of '" + alias + "'.");
      }
      if (columns.stream().anyMatch(other -> other.name().equalsIgnoreCase(name))) {
        throw SqlException.of(
            8156,
            16,
            1,
            "The column '" + name + "' was specified multiple times for '" + alias + "'.");
      }
      columns.add(new Column(name, column.type(), column.nullable(), column.identity()));
    }
    return columns;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    return plan.open(outer);
  }
}
