package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments and permissions of a change function: (from, to, option) of an instance.
 *
 * <p>Any range outside the instance's validity interval is error 313 state 3 (documented); its text
 * names no instance.
 */
final class ChangeFunction {

  private final StatementContext context;
  private final Database database;
  private final CaptureInstance instance;
  private final String prefix;
  private final Set<String> options;
  private final Bound from;
  private final Bound to;
  private final Bound option;

  /** The rows of a call and the option it was made with. */
  record Range(RowCursor rows, String option) {}

  ChangeFunction(
      StatementContext context,
      Database database,
      CaptureInstance instance,
      String prefix,
      Set<String> options,
      List<Bound> args) {
    this.context = context;
    this.database = database;
    this.instance = instance;
    this.prefix = prefix;
    this.options = options;
    if (args.size() != 3) {
      throw insufficient();
    }
    if (!context.access().seesInstance(database, instance)) {
      throw Access.denied("SELECT", prefix + instance.name(), database, "cdc");
    }
    this.from = args.get(0).as(Types.LSN);
    this.to = args.get(1).as(Types.LSN);
    this.option = args.get(2).as(Types.nvarchar(30));
  }

  CaptureInstance instance() {
    return instance;
  }

  private SqlException insufficient() {
    return SqlException.of(
        313,
        16,
        3,
        "An insufficient number of arguments were supplied for the procedure or function cdc."
            + prefix
            + " ... .");
  }

  /** The change table's rows in the range. */
  Range open(@Nullable Frame outer) {
    Frame frame = new Frame(outer);
    Lsn low = from.eval(frame) instanceof byte[] bytes ? Lsn.of(bytes) : null;
    Lsn high = to.eval(frame) instanceof byte[] bytes ? Lsn.of(bytes) : null;
    String mode =
        option.eval(frame) instanceof String text ? text.trim().toLowerCase(Locale.ROOT) : "";
    ReadView view = context.view(database);
    Lsn min = database.cdc().minLsn(instance, view.horizon());
    Lsn max = database.cdc().maxLsn(view.horizon());
    if (low == null
        || high == null
        || max == null
        || min.isZero()
        || !options.contains(mode)
        || low.compareTo(min) < 0
        || high.compareTo(max) > 0
        || low.compareTo(high) > 0) {
      throw insufficient();
    }
    Seek range =
        Seek.of(List.of(), new Seek.Bound(low.bytes(), true), new Seek.Bound(high.bytes(), true));
    return new Range(instance.changes().scan(view, range, false), mode);
  }
}
