package io.strandline.lab.sql.exec;

import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs RAISERROR and THROW (documented). */
final class MessageRunner {

  /** The number of messages without one of their own. */
  static final int USER_MESSAGE = 50_000;

  private static final int INFORMATION = 10;
  private static final int LOGGED = 18;
  private static final int HIGHEST = 25;
  private static final Pattern SPECIFIER =
      Pattern.compile("%(%|[-+0 #]*\\d*(?:\\.\\d+)?[hl]?([diosuxX]))");

  private final LabSession session;
  private final BatchRunner batch;
  private final ResultSink out;

  MessageRunner(LabSession session, BatchRunner batch, ResultSink out) {
    this.session = session;
    this.batch = batch;
    this.out = out;
  }

  /** Severity 10 and less is information, more an error. */
  void raise(Statement.RaiseError raise) {
    List<Expr> args = raise.args();
    int severity = Math.max(0, number(args.get(1)));
    int given = number(args.get(2));
    int state = given < 0 ? 1 : Math.min(given, 255);
    if (severity > LOGGED && (!raise.options().contains("LOG") || !session.access().isSysadmin())) {
      throw SqlException.of(
          2754,
          16,
          1,
          "Error severity levels greater than 18 can only be specified by members of the sysadmin"
              + " role, using the WITH LOG option.");
    }
    String text = formatted(template(args.get(0), severity, state), args.subList(3, args.size()));
    if (severity > INFORMATION) {
      throw new SqlException(
          new SqlMessage(USER_MESSAGE, Math.min(severity, HIGHEST), state, text, 1));
    }
    if (raise.options().contains("SETERROR")) {
      session.lastError(USER_MESSAGE);
    }
    // Severity 10 is sent as 0 (documented: Database Engine error severities).
    out.info(new SqlMessage(USER_MESSAGE, severity == INFORMATION ? 0 : severity, state, text, 1));
  }

  /** A message's number stands for a text of sys.messages, and the lab has no messages there. */
  private String template(Expr message, int severity, int state) {
    Object value = batch.value(message, Types.NVARCHAR_MAX);
    boolean numbered =
        message instanceof Expr.Literal literal && !(literal.value() instanceof String);
    if (numbered) {
      throw SqlException.of(
          18054,
          16,
          1,
          "Error "
              + value
              + ", severity "
              + severity
              + ", state "
              + state
              + " was raised, but no message with that error number was found in sys.messages. If"
              + " error is larger than 50000, make sure the user-defined message is added using"
              + " sp_addmessage.");
    }
    return value instanceof String text ? text : "(null)";
  }

  private String formatted(String template, List<Expr> args) {
    Matcher matcher = SPECIFIER.matcher(template);
    StringBuilder text = new StringBuilder();
    List<Expr> left = new ArrayList<>(args);
    while (matcher.find()) {
      String piece =
          matcher.group(1).equals("%")
              ? "%"
              : left.isEmpty() ? "(null)" : argument(matcher, left.remove(0));
      matcher.appendReplacement(text, Matcher.quoteReplacement(piece));
    }
    return matcher.appendTail(text).toString();
  }

  private String argument(Matcher specifier, Expr arg) {
    String kind = specifier.group(2);
    String flags = "%" + specifier.group(1).replaceAll("[hl]?[diosuxX]$", "");
    if (kind.equals("s")) {
      Object value = batch.value(arg, Types.NVARCHAR_MAX);
      return String.format(flags + "s", value == null ? "(null)" : value);
    }
    if (!(batch.value(arg, Types.INT) instanceof Integer number)) {
      return "(null)";
    }
    int point = flags.indexOf('.');
    String digits =
        switch (kind) {
          case "u" -> Integer.toUnsignedString(number);
          case "x" -> Integer.toHexString(number);
          case "X" -> Integer.toHexString(number).toUpperCase(Locale.ROOT);
          case "o" -> Integer.toOctalString(number);
          default -> String.valueOf(number);
        };
    int least = point < 0 ? 0 : Integer.parseInt("0" + flags.substring(point + 1));
    boolean negative = digits.startsWith("-");
    String bare = negative ? digits.substring(1) : digits;
    String filled = (negative ? "-" : "") + "0".repeat(Math.max(0, least - bare.length())) + bare;
    String width = (point < 0 ? flags : flags.substring(0, point)).replaceAll("[+ #]", "");
    boolean zeros = width.startsWith("%0");
    String padded = String.format(zeros ? "%" + width.substring(2) + "s" : width + "s", filled);
    return zeros ? padded.replace(' ', '0') : padded;
  }

  SqlException thrown(Statement.Throw thrown) {
    int number = number(thrown.number());
    if (number < USER_MESSAGE) {
      return SqlException.of(
          35100,
          16,
          10,
          "Error number "
              + number
              + " in the THROW statement is outside the valid range. Specify an error number in the"
              + " valid range of 50000 to 2147483647.");
    }
    Object text = batch.value(thrown.message(), Types.NVARCHAR_MAX);
    return SqlException.of(
        number, 16, number(thrown.state()), text instanceof String message ? message : "");
  }

  /** THROW without arguments: the error that CATCH took, as it was. */
  SqlException rethrown() {
    SqlMessage error = session.caughtError();
    if (error == null) {
      throw io.strandline.lab.sql.type.SqlErrors.throwOutsideCatch();
    }
    return new SqlException(error);
  }

  private int number(Expr expr) {
    return batch.value(expr, Types.INT) instanceof Integer value ? value : 0;
  }
}
