package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.RowRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that an UPDATE or DELETE with FROM chooses.
 *
 * <p>A row that meets several partners is changed once, with the first (SQL Server promises none of
 * them).
 */
public final class JoinSelection {

  private final ExpressionBinder binder;
  private final List<Level> levels;
  private final List<Bound.Test> tests;
  private final Source target;
  private final int width;
  private final Frame frame = new Frame(null);

  private JoinSelection(
      ExpressionBinder binder,
      List<Level> levels,
      List<Bound.Test> tests,
      Source target,
      int width) {
    this.binder = binder;
    this.levels = levels;
    this.tests = tests;
    this.target = target;
    this.width = width;
  }

  /** The table of a FROM clause that a statement's target names, and the clause with it. */
  public record Target(TableRef.Named table, TableRef tables) {

    /** Finds the target by alias, else by name; a FROM without it is joined with it. */
    public static Target of(ObjectName name, Set<String> hints, TableRef tables) {
      TableRef.Named found = find(tables, name, true);
      if (found == null) {
        found = find(tables, name, false);
      }
      if (found != null) {
        return new Target(found, tables);
      }
      TableRef.Named own = new TableRef.Named(name, null, hints);
      return new Target(own, new TableRef.Join(TableRef.Kind.CROSS, own, tables, null));
    }

    private static TableRef.@Nullable Named find(TableRef table, ObjectName name, boolean byAlias) {
      if (table instanceof TableRef.Join join) {
        TableRef.Named left = find(join.left(), name, byAlias);
        return left == null ? find(join.right(), name, byAlias) : left;
      }
      if (!(table instanceof TableRef.Named named)) {
        return null;
      }
      String alias = named.alias();
      boolean found =
          byAlias
              ? name.schema() == null && alias != null && alias.equalsIgnoreCase(name.name())
              : sameTable(named.name(), name);
      return found ? named : null;
    }

    private static boolean sameTable(ObjectName left, ObjectName right) {
      String a = left.schema() == null ? "dbo" : left.schema();
      String b = right.schema() == null ? "dbo" : right.schema();
      return left.name().equalsIgnoreCase(right.name()) && a.equalsIgnoreCase(b);
    }
  }

  /**
   * Binds the FROM and WHERE of a statement.
   *
   * @param rows the target's rows, each with its {@link RowRef} as one more value at the end
   */
  public static JoinSelection bind(
      StatementContext context,
      Library library,
      Statement.Sources sources,
      Target target,
      Relation rows,
      @Nullable Expr where) {
    Scope scope = new Scope(null);
    CommonTables ctes = CommonTables.NONE.with(sources.ctes());
    ExpressionBinder binder = new ExpressionBinder(context, library, scope, ctes);
    FromPlanner planner =
        new FromPlanner(
            context,
            library,
            ctes,
            scope,
            binder,
            new FromPlanner.Substitute(target.table(), rows));
    planner.add(target.tables());
    Source changed = null;
    for (Source source : scope.sources()) {
      changed = source.relation() == rows ? source : changed;
    }
    if (changed == null) {
      throw SqlErrors.invalidObject(target.table().name().text());
    }
    List<Expr> filters = new ArrayList<>(planner.filters());
    filters.addAll(ConditionBinder.conjuncts(where));
    List<Level> levels = new AccessPlanner(scope, binder).levels(planner.joined(), filters);
    List<Bound.Test> tests = filters.stream().map(binder::condition).toList();
    return new JoinSelection(binder, levels, tests, changed, scope.width());
  }

  /** Binds an expression on the joined row. */
  public Bound bind(Expr expr) {
    return binder.bind(expr);
  }

  /** The chosen rows, each once. */
  public List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    JoinCursor cursor = new JoinCursor(levels, width, null, false);
    int reference = target.offset() + target.width() - 1;
    for (@Nullable Object @Nullable [] row = cursor.next(); row != null; row = cursor.next()) {
      if (row[reference] instanceof RowRef ref && seen.add(ref.identity())) {
        choices.add(new Match(this, ref, row));
      }
    }
    return choices;
  }

  private Frame frame(@Nullable Object[] joined, @Nullable Object[] current) {
    @Nullable Object[] row = joined.clone();
    System.arraycopy(current, 0, row, target.offset(), current.length);
    frame.row = row;
    return frame;
  }

  private boolean matches(@Nullable Object[] joined, @Nullable Object[] current) {
    Frame at = frame(joined, current);
    return tests.stream().allMatch(test -> Boolean.TRUE.equals(test.test(at)));
  }

  private record Match(JoinSelection selection, RowRef row, @Nullable Object[] joined)
      implements Choice {
    @Override
    public boolean matches(@Nullable Object[] current) {
      return selection.matches(joined, current);
    }

    @Override
    public @Nullable Object eval(Bound bound, @Nullable Object[] current) {
      return bound.eval(selection.frame(joined, current));
    }
  }
}
