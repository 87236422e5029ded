package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Seek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one relation that a WHERE chooses, for statements that change them. */
public final class RowSelection {

  private final ExpressionBinder binder;
  private final Level level;
  private final List<Bound.Test> conditions;
  private final Frame frame = new Frame(null);

  private RowSelection(ExpressionBinder binder, Level level, List<Bound.Test> conditions) {
    this.binder = binder;
    this.level = level;
    this.conditions = conditions;
  }

  /** Binds a condition on a relation that is known by {@code name}. */
  public static RowSelection bind(
      StatementContext context,
      Library library,
      Relation relation,
      String name,
      @Nullable Expr where) {
    Scope scope = new Scope(null);
    Source source = new Source(relation, name, List.of("dbo"), 0, false);
    scope.add(source);
    ExpressionBinder binder = new ExpressionBinder(context, library, scope, CommonTables.NONE);
    List<Expr> parts = ConditionBinder.conjuncts(where);
    List<Level> levels =
        new AccessPlanner(scope, binder).levels(List.of(FromPlanner.Joined.only(source)), parts);
    // A row may have changed since it was found by a range: every condition is tested again.
    List<Bound.Test> conditions = parts.stream().map(binder::condition).toList();
    return new RowSelection(binder, levels.get(0), conditions);
  }

  /** Binds an expression on the relation's row. */
  public Bound bind(Expr expr) {
    return binder.bind(expr);
  }

  /** Binds a condition on the relation's row. */
  public Bound.Test condition(Expr expr) {
    return binder.condition(expr);
  }

  /** Which of the relation's keys the ranges are of. */
  public int key() {
    return level.key();
  }

  /** The key ranges to read; none if no row can match. */
  public List<Seek> seeks() {
    SeekPlan plan = level.seek();
    return plan == null ? List.of(Seek.ALL) : plan.at(frame);
  }

  /** Whether the condition holds on a row. */
  public boolean matches(@Nullable Object[] row) {
    frame.row = row;
    for (Bound.Test test : conditions) {
      if (!Boolean.TRUE.equals(test.test(frame))) {
        return false;
      }
    }
    return true;
  }

  /** Computes an expression on a row. */
  public @Nullable Object eval(Bound bound, @Nullable Object[] row) {
    frame.row = row;
    return bound.eval(frame);
  }

  /** Tests a condition on a row. */
  public @Nullable Boolean test(Bound.Test test, @Nullable Object[] row) {
    frame.row = row;
    return test.test(frame);
  }

  /** A row that was chosen. */
  public Choice choice(RowRef row) {
    return new Single(this, row);
  }

  private record Single(RowSelection selection, RowRef row) implements Choice {
    @Override
    public boolean matches(@Nullable Object[] current) {
      return selection.matches(current);
    }

    @Override
    public @Nullable Object eval(Bound bound, @Nullable Object[] current) {
      return selection.eval(bound, current);
    }
  }
}
