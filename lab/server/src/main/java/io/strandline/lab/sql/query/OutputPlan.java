package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An OUTPUT clause, on the rows {@code inserted} and {@code deleted} of a table. */
public final class OutputPlan {

  private final List<Bound> cells;
  private final List<Column> columns;
  private final int width;
  private final boolean inserts;
  private final boolean deletes;
  private final Frame frame = new Frame(null);

  private OutputPlan(
      List<Bound> cells, List<Column> columns, int width, boolean inserts, boolean deletes) {
    this.cells = cells;
    this.columns = columns;
    this.width = width;
    this.inserts = inserts;
    this.deletes = deletes;
  }

  /** The columns of a row that is not read from anywhere. */
  private record Shape(List<Column> columns) implements Relation {
    @Override
    public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
      return () -> null;
    }
  }

  /**
   * Binds an OUTPUT clause.
   *
   * @param table the table's columns
   * @param inserts whether the statement makes new rows
   * @param deletes whether it takes old ones away
   */
  public static OutputPlan bind(
      StatementContext context,
      Library library,
      Statement.Output output,
      List<Column> table,
      boolean inserts,
      boolean deletes) {
    Scope scope = new Scope(null);
    Shape shape = new Shape(table);
    if (inserts) {
      scope.add(new Source(shape, "inserted", List.of(), 0, false));
    }
    if (deletes) {
      scope.add(new Source(shape, "deleted", List.of(), scope.width(), false));
    }
    ExpressionBinder binder = new ExpressionBinder(context, library, scope, CommonTables.NONE);
    List<Query.Item> items = output.items();
    SelectList list = new SelectList(items, scope);
    List<Bound> cells = list.bind(binder);
    return new OutputPlan(cells, list.columns(cells), table.size(), inserts, deletes);
  }

  public List<Column> columns() {
    return columns;
  }

  /** The output for one changed row; the side that the statement has none of is ignored. */
  public @Nullable Object[] row(@Nullable Object[] inserted, @Nullable Object[] deleted) {
    @Nullable Object[] both = new @Nullable Object[(inserts ? width : 0) + (deletes ? width : 0)];
    if (inserts) {
      System.arraycopy(inserted, 0, both, 0, width);
    }
    if (deletes) {
      System.arraycopy(deleted, 0, both, inserts ? width : 0, width);
    }
    frame.row = both;
    @Nullable Object[] row = new @Nullable Object[cells.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = cells.get(i).eval(frame);
    }
    return row;
  }
}
