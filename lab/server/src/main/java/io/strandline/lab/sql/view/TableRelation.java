package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A user table as a statement reads it. */
public final class TableRelation implements Relation {

  private final StatementContext context;
  private final Database database;
  private final Table table;
  private final ReadView view;
  private final List<Column> columns = new ArrayList<>();
  private final List<List<KeyColumn>> keys = new ArrayList<>();
  private final BitSet used = new BitSet();

  /** Takes the table's lock; error 229 without any SELECT permission. */
  public TableRelation(
      StatementContext context, Database database, Table table, Set<String> hints) {
    this.context = context;
    this.database = database;
    this.table = table;
    if (!context.access().allowsAnyColumn(database, table.objectId(), table.schemaName())) {
      throw Access.denied("SELECT", table.name(), database, table.schemaName());
    }
    this.view = context.view(database, table, hints);
    TableSchema schema = table.schema();
    for (ColumnDef column : schema.columns()) {
      columns.add(new Column(column.name(), column.type(), column.nullable(), column.identity()));
    }
    keys.add(key(schema, schema.primaryKey()));
    schema.secondaryKeys().forEach(key -> keys.add(key(schema, key)));
  }

  private static List<KeyColumn> key(TableSchema schema, @Nullable KeyDef def) {
    List<KeyColumn> key = new ArrayList<>();
    if (def != null) {
      for (KeyDef.Part part : def.parts()) {
        ColumnDef column = schema.byId(part.columnId());
        key.add(new KeyColumn(schema.columns().indexOf(column), part.descending()));
      }
    }
    return key;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<KeyColumn> key() {
    return keys.get(0);
  }

  @Override
  public List<List<KeyColumn>> keys() {
    return keys;
  }

  @Override
  public void use(int column) {
    used.set(column);
    String name = columns.get(column).name();
    if (!context.access().allows(database, "SELECT", table.objectId(), table.schemaName(), name)) {
      throw Access.columnDenied("SELECT", name, table.name(), database, table.schemaName());
    }
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    return scan(0, seek, reverse, outer);
  }

  @Override
  public RowCursor scan(int key, Seek seek, boolean reverse, @Nullable Frame outer) {
    return table.scan(view, key, seek, reverse, used);
  }
}
