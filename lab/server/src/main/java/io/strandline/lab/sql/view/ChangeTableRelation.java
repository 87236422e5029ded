package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.IsolationErrors;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.PackedCursor;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code cdc.<instance>_CT}. */
final class ChangeTableRelation implements Relation {

  private final StatementContext context;
  private final Database database;
  private final CaptureInstance instance;
  private final ReadView view;
  private final List<Column> columns;
  private final BitSet used = new BitSet();

  ChangeTableRelation(
      StatementContext context, Database database, CaptureInstance instance, Set<String> hints) {
    this.context = context;
    this.database = database;
    this.instance = instance;
    if (!context.access().allowsAnyColumn(database, instance.objectId(), "cdc")) {
      throw Access.denied("SELECT", instance.changeTableName(), database, "cdc");
    }
    boolean dirty = hints.contains("NOLOCK") || hints.contains("READUNCOMMITTED");
    this.view =
        dirty ? new ReadView(ReadView.Mode.DIRTY, context.txn(), 0) : context.view(database);
    this.columns = columnsOf(instance);
  }

  /** The change table's columns, {@code __$command_id} last (general knowledge). */
  static List<Column> columnsOf(CaptureInstance instance) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("__$start_lsn", Types.LSN, false, false));
    columns.add(new Column("__$end_lsn", Types.LSN, true, false));
    columns.add(new Column("__$seqval", Types.LSN, false, false));
    columns.add(new Column("__$operation", Types.INT, false, false));
    columns.add(new Column("__$update_mask", Types.varbinary(128), true, false));
    for (CapturedColumn column : instance.columns()) {
      columns.add(new Column(column.name(), captured(column.type()), true, false));
    }
    columns.add(new Column("__$command_id", Types.INT, true, false));
    return columns;
  }

  /** A rowversion is captured as binary(8) (documented). */
  static SqlType captured(SqlType type) {
    return type.kind() == SqlType.Kind.ROWVERSION ? SqlType.sized(SqlType.Kind.BINARY, 8) : type;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<KeyColumn> key() {
    return List.of(
        new KeyColumn(0, false),
        new KeyColumn(columns.size() - 1, false),
        new KeyColumn(2, false),
        new KeyColumn(3, false));
  }

  @Override
  public void use(int column) {
    used.set(column);
    String name = columns.get(column).name();
    if (!context.access().allows(database, "SELECT", instance.objectId(), "cdc", name)) {
      throw Access.columnDenied("SELECT", name, instance.changeTableName(), database, "cdc");
    }
  }

  @Override
  public boolean isPacked() {
    return true;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    if (!instance.changes().isReadable(view)) {
      throw IsolationErrors.redefined(database.name());
    }
    return new StillThere(instance.changes().scan(view, seek, reverse, used));
  }

  /** Fails once the instance was disabled. */
  private final class StillThere implements PackedCursor {
    private final PackedCursor rows;

    StillThere(PackedCursor rows) {
      this.rows = rows;
    }

    private void check() {
      if (!database.cdc().instances().contains(instance)) {
        throw SqlErrors.invalidObject("cdc." + instance.changeTableName());
      }
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      check();
      return rows.next();
    }

    @Override
    public boolean advance() {
      check();
      return rows.advance();
    }

    @Override
    public @Nullable Object[] values(BitSet wanted) {
      return rows.values(wanted);
    }

    @Override
    public byte[] data() {
      return rows.data();
    }

    @Override
    public void find(int[] starts) {
      rows.find(starts);
    }
  }
}
