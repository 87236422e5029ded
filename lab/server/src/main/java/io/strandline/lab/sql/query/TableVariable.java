package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table variable: rows of one batch, outside any transaction. */
public final class TableVariable implements Relation {

  private final List<Column> columns;
  private final @Nullable TableSchema schema;
  private final IdentityCounter identity;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private final Map<KeyDef, Set<HashKey>> keys = new HashMap<>();

  /** An empty table of columns that may be NULL and have no defaults. */
  public TableVariable(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.schema = null;
    this.identity = new IdentityCounter(1, 1);
  }

  /** An empty table. */
  public TableVariable(TableSchema schema, IdentityCounter identity) {
    List<Column> all = new ArrayList<>();
    for (ColumnDef column : schema.columns()) {
      all.add(new Column(column.name(), column.type(), column.nullable(), column.identity()));
    }
    this.columns = List.copyOf(all);
    this.schema = schema;
    this.identity = identity;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  /** The positions that an INSERT's values go to; error 207 for an unknown name. */
  public int[] positions(List<String> names) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; names.isEmpty() && i < columns.size(); i++) {
      if (!columns.get(i).identity()) {
        positions.add(i);
      }
    }
    for (String name : names) {
      int position = -1;
      for (int i = 0; i < columns.size(); i++) {
        position = columns.get(i).name().equalsIgnoreCase(name) ? i : position;
      }
      if (position < 0) {
        throw SqlErrors.invalidColumn(name);
      }
      positions.add(position);
    }
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Adds a row.
   *
   * @param given which values it brings; the others are made
   * @param binder for defaults
   */
  public void add(@Nullable Object[] row, boolean[] given, ExpressionBinder binder) {
    TableSchema known = schema;
    if (known != null) {
      for (int i = 0; i < row.length; i++) {
        ColumnDef column = known.columns().get(i);
        if (!given[i]) {
          row[i] = made(column, binder);
        }
        if (row[i] == null && !column.nullable()) {
          throw SqlException.of(
              515,
              16,
              2,
              "Cannot insert the value NULL into column '"
                  + column.name()
                  + "', table '@'; column does not allow nulls. INSERT fails.");
        }
      }
      known.keys().forEach(key -> claim(key, known, row));
    }
    rows.add(row);
  }

  private @Nullable Object made(ColumnDef column, ExpressionBinder binder) {
    if (column.identity()) {
      return Coercion.convert(identity.take(), Types.BIGINT, column.type());
    }
    Expr value = column.defaultValue();
    return value == null ? null : binder.bind(value).as(column.type()).eval(new Frame(null));
  }

  private void claim(KeyDef key, TableSchema known, @Nullable Object[] row) {
    @Nullable Object[] values = new @Nullable Object[key.parts().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[known.columns().indexOf(known.byId(key.parts().get(i).columnId()))];
    }
    if (!keys.computeIfAbsent(key, k -> new HashSet<>()).add(HashKey.of(values))) {
      throw SqlException.of(
          2627,
          14,
          1,
          "Violation of "
              + (key.primary() ? "PRIMARY KEY" : "UNIQUE KEY")
              + " constraint '"
              + key.name()
              + "'. Cannot insert duplicate key in object 'dbo.@'.");
    }
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Iterator<@Nullable Object[]> all = new ArrayList<>(rows).iterator();
    return () -> all.hasNext() ? all.next() : null;
  }
}
