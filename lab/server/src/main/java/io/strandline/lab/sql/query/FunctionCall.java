package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.Locale;

/** A call of a scalar function to be bound. */
public final class FunctionCall {

  private final StatementContext context;
  private final Expr.Call call;
  private final ExpressionBinder binder;

  FunctionCall(StatementContext context, Expr.Call call, ExpressionBinder binder) {
    this.context = context;
    this.call = call;
    this.binder = binder;
  }

  public StatementContext context() {
    return context;
  }

  public Expr.Call call() {
    return call;
  }

  public int count() {
    return call.args().size();
  }

  /** Error 174 unless there are between {@code least} and {@code most} arguments. */
  public void arity(int least, int most) {
    if (count() < least || count() > most) {
      throw SqlErrors.argumentCount(call.name().toLowerCase(Locale.ROOT), least);
    }
  }

  /** The bound {@code index}-th argument. */
  public Bound arg(int index) {
    return binder.bind(call.args().get(index));
  }

  /** The {@code index}-th argument as a bare word, such as a date part. */
  public String word(int index) {
    if (call.args().get(index) instanceof Expr.ColumnRef ref && ref.qualifier().isEmpty()) {
      return ref.name().toLowerCase(Locale.ROOT);
    }
    throw SqlErrors.datePart("", call.name().toLowerCase(Locale.ROOT));
  }

  /** A condition, for IIF. */
  public ExpressionBinder binder() {
    return binder;
  }
}
