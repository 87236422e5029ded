package io.strandline.lab.sql.exec;

import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.Types;
import java.util.List;

/** Runs RAISERROR and THROW. */
final class MessageRunner {

  private static final int USER_MESSAGE = 50_000;

  private final BatchRunner batch;
  private final ResultSink out;

  MessageRunner(BatchRunner batch, ResultSink out) {
    this.batch = batch;
    this.out = out;
  }

  /** Severity 10 and less is information, more an error. */
  void raise(Statement.RaiseError raise) {
    List<Expr> args = raise.args();
    int severity = number(args.get(1));
    int state = Math.max(0, number(args.get(2)));
    StringBuilder text = new StringBuilder(text(args.get(0)));
    for (Expr arg : args.subList(3, args.size())) {
      int at = text.indexOf("%");
      int end = at < 0 ? -1 : specifierEnd(text, at);
      if (end > 0) {
        text.replace(at, end, text(arg));
      }
    }
    SqlMessage message = new SqlMessage(USER_MESSAGE, severity, state, text.toString(), 1);
    if (severity > 10) {
      throw new SqlException(message);
    }
    out.info(message);
  }

  private static int specifierEnd(StringBuilder text, int at) {
    for (int i = at + 1; i < text.length(); i++) {
      if (Character.isLetter(text.charAt(i))) {
        return i + 1;
      }
    }
    return -1;
  }

  SqlException thrown(Statement.Throw thrown) {
    return SqlException.of(
        number(thrown.number()), 16, number(thrown.state()), text(thrown.message()));
  }

  private int number(Expr expr) {
    return batch.value(expr, Types.INT) instanceof Integer value ? value : 0;
  }

  private String text(Expr expr) {
    return batch.value(expr, Types.NVARCHAR_MAX) instanceof String value ? value : "(null)";
  }
}
