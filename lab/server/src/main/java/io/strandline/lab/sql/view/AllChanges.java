package io.strandline.lab.sql.view;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code cdc.fn_cdc_get_all_changes_<instance>(from, to, option)}.
 *
 * <p>It has no {@code __$command_id} (measured on 2022).
 */
final class AllChanges implements Relation {

  static final String PREFIX = "fn_cdc_get_all_changes_";
  static final Set<String> OPTIONS = Set.of("all", "all update old");

  private final ChangeFunction function;
  private final List<Column> columns;

  AllChanges(ChangeFunction function) {
    this.function = function;
    List<Column> all = new ArrayList<>(ChangeTableRelation.columnsOf(function.instance()));
    all.remove(all.size() - 1);
    all.remove(1);
    this.columns = List.copyOf(all);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    ChangeFunction.Range range = function.open(outer);
    return changes(range.rows(), !range.option().equals("all"));
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
