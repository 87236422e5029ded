package io.strandline.lab.sql.view;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Seek;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table whose rows a statement joins and changes: each row carries its own reference. */
public final class TargetRelation implements Relation {

  /** No identifier can be empty, so that no statement can name it. */
  private static final Column REFERENCE = new Column("", Types.INT, true, false);

  private final TableRelation table;
  private final Table source;
  private final ReadView view;
  private final TableSchema schema;
  private final List<Column> columns;

  public TargetRelation(TableRelation table, Table source, ReadView view) {
    this.table = table;
    this.source = source;
    this.view = view;
    this.schema = source.schema();
    this.columns = new ArrayList<>(table.columns());
    columns.add(REFERENCE);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<KeyColumn> key() {
    return table.key();
  }

  @Override
  public List<List<KeyColumn>> keys() {
    return table.keys();
  }

  @Override
  public void use(int column) {
    table.use(column);
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    return scan(0, seek, reverse, outer);
  }

  @Override
  public RowCursor scan(int key, Seek seek, boolean reverse, @Nullable Frame outer) {
    Table.RefCursor refs = source.refs(view, key, seek, reverse);
    return () -> {
      RowRef ref = refs.next();
      if (ref == null) {
        return null;
      }
      @Nullable Object[] row = Arrays.copyOf(schema.project(ref.stored()), columns.size());
      row[row.length - 1] = ref;
      return row;
    };
  }
}
