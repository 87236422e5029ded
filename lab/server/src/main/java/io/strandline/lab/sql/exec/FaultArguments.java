package io.strandline.lab.sql.exec;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads a fault from the arguments of {@code lab.fault}. */
final class FaultArguments {

  private static final long LONGEST_DELAY_MILLIS = 3_600_000;
  private static final int DEFAULT_ERROR = 50_000;
  private static final String EFFECTS =
      "Give error, deadlock, refuse_login, kill, half_packet, delay, blackhole or drop_reply.";
  private static final String POINTS =
      "Give accept, prelogin, tls_handshake, login, before_statement, before_columns, before_row,"
          + " after_rows, before_done, before_commit or after_commit.";

  private final ProcedureCall call;

  FaultArguments(ProcedureCall call) {
    this.call = call;
  }

  Fault read() {
    try {
      return read(point());
    } catch (IllegalArgumentException e) {
      throw LabErrors.invalid(e);
    }
  }

  private Fault read(FaultPoint point) {
    String pattern = call.text("@pattern");
    Fault fault =
        pattern == null
            ? Fault.always(new Effect.Kill())
            : Fault.on(regex(pattern), new Effect.Kill());
    String table = call.text("@table");
    String user = call.text("@user");
    String program = call.text("@program");
    fault = table == null ? fault : fault.onTable(table);
    fault = user == null ? fault : fault.ofUser(user);
    fault = program == null ? fault : fault.ofProgram(program);
    fault = fault.onConnection(number("@connection", 0, 0, Integer.MAX_VALUE));
    Double probability = call.real("@probability");
    return new Fault(
        point,
        fault.trigger(),
        effect(user),
        number("@skip", 0, 0, Integer.MAX_VALUE),
        number("@times", 1, 1, Integer.MAX_VALUE),
        probability == null ? 1 : probability,
        number("@seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  private static Pattern regex(String pattern) {
    try {
      return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    } catch (PatternSyntaxException e) {
      throw LabErrors.badArgument(
          "@pattern", pattern, "Give a regular expression; \\Q and \\E quote plain text.");
    }
  }

  private FaultPoint point() {
    String name = call.text("@point");
    Long rows = call.number("@rows");
    FaultPoint.Kind kind = FaultPoint.Kind.BEFORE_STATEMENT;
    if (name != null) {
      try {
        kind = FaultPoint.Kind.valueOf(name.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw LabErrors.badArgument("@point", name, POINTS);
      }
    } else if (rows != null) {
      kind = FaultPoint.Kind.AFTER_ROWS;
    }
    return new FaultPoint(kind, rows == null ? 0 : rows);
  }

  private Effect effect(@Nullable String user) {
    String name = call.requiredText("@effect");
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "error" -> error();
      case "deadlock" -> Effect.deadlock();
      case "refuse_login" -> Effect.refuseLogin(user == null ? "" : user);
      case "kill" -> new Effect.Kill();
      case "half_packet" -> new Effect.HalfPacket();
      case "delay" -> new Effect.Delay(delay());
      case "blackhole" -> new Effect.Blackhole();
      case "drop_reply" -> new Effect.DropReply();
      default -> throw LabErrors.badArgument("@effect", name, EFFECTS);
    };
  }

  private Effect error() {
    int error = number("@error", DEFAULT_ERROR, 1, Integer.MAX_VALUE);
    String message = call.text("@message");
    return Effect.error(
        error,
        number("@severity", 16, 11, 25),
        number("@state", 1, 0, 255),
        message == null ? "Error " + error + ", injected by the lab." : message);
  }

  private Duration delay() {
    Long milliseconds = call.number("@milliseconds");
    if (milliseconds == null || milliseconds < 1 || milliseconds > LONGEST_DELAY_MILLIS) {
      throw LabErrors.badArgument("@milliseconds", milliseconds, "Give 1 to 3600000.");
    }
    return Duration.ofMillis(milliseconds);
  }

  private int number(String argument, int otherwise, int least, int most) {
    Long value = call.number(argument);
    if (value == null) {
      return otherwise;
    }
    if (value < least || value > most) {
      throw LabErrors.badArgument(argument, value, "Give " + least + " to " + most + ".");
    }
    return Math.toIntExact(value);
  }
}
