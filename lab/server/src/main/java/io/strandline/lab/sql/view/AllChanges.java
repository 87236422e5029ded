package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code cdc.fn_cdc_get_all_changes_<instance>(from, to, option)}.
 *
 * <p>It has no {@code __$command_id} (measured on 2022). Any range outside the instance's validity
 * interval is error 313 state 3 (documented).
 */
final class AllChanges implements Relation {

  static final String PREFIX = "fn_cdc_get_all_changes_";

  private final StatementContext context;
  private final Database database;
  private final CaptureInstance instance;
  private final Bound from;
  private final Bound to;
  private final Bound option;
  private final List<Column> columns;

  AllChanges(
      StatementContext context, Database database, CaptureInstance instance, List<Bound> args) {
    this.context = context;
    this.database = database;
    this.instance = instance;
    if (args.size() != 3) {
      throw insufficient();
    }
    if (!context.access().seesInstance(database, instance)) {
      throw Access.denied("SELECT", PREFIX + instance.name(), database, "cdc");
    }
    this.from = args.get(0).as(Types.LSN);
    this.to = args.get(1).as(Types.LSN);
    this.option = args.get(2).as(Types.nvarchar(30));
    List<Column> all = new ArrayList<>(ChangeTableRelation.columnsOf(instance));
    all.remove(all.size() - 1);
    all.remove(1);
    this.columns = List.copyOf(all);
  }

  private static SqlException insufficient() {
    return SqlException.of(
        313,
        16,
        3,
        "An insufficient number of arguments were supplied for the procedure or function"
            + " cdc.fn_cdc_get_all_changes_ ... .");
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    Lsn low = from.eval(frame) instanceof byte[] bytes ? Lsn.of(bytes) : null;
    Lsn high = to.eval(frame) instanceof byte[] bytes ? Lsn.of(bytes) : null;
    String mode = option.eval(frame) instanceof String text ? text.toLowerCase(Locale.ROOT) : "";
    ReadView view = context.view(database);
    Lsn min = database.cdc().minLsn(instance, view.horizon());
    Lsn max = database.cdc().maxLsn(view.horizon());
    boolean known = mode.trim().equals("all") || mode.trim().equals("all update old");
    if (low == null
        || high == null
        || max == null
        || min.isZero()
        || !known
        || low.compareTo(min) < 0
        || high.compareTo(max) > 0
        || low.compareTo(high) > 0) {
      throw insufficient();
    }
    Seek range =
        Seek.of(List.of(), new Seek.Bound(low.bytes(), true), new Seek.Bound(high.bytes(), true));
    return changes(instance.changes().scan(view, range, false), mode.contains("old"));
  }

  private static RowCursor changes(RowCursor rows, boolean withBefore) {
    return () -> {
      @Nullable Object @Nullable [] row = rows.next();
      while (row != null && !withBefore && Integer.valueOf(3).equals(row[3])) {
        row = rows.next();
      }
      if (row == null) {
        return null;
      }
      @Nullable Object[] out = new @Nullable Object[row.length - 2];
      out[0] = row[0];
      System.arraycopy(row, 2, out, 1, row.length - 3);
      return out;
    };
  }
}
