package io.strandline.lab.sql.exec;

import io.strandline.lab.control.StatementTrace;
import io.strandline.lab.control.TracedRequest;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.sql.type.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Procedures that tell what clients asked. */
final class TraceControl {

  private static final int LONGEST_VALUE = 200;

  private TraceControl() {}

  static List<LabProcedure> procedures() {
    return List.of(
        LabProcedure.named("trace", "Lists the newest requests of all clients, oldest first")
            .with("@text", "nvarchar", "part of the statement, case ignored; all without it")
            .with("@user", "nvarchar", "login name; all without it")
            .with("@after", "bigint", "only those with a higher sequence number")
            .does(TraceControl::trace),
        LabProcedure.named("trace_clear", "Forgets the requests so far")
            .does(call -> FaultControl.controls(call).trace().clear()));
  }

  private static void trace(ProcedureCall call) {
    List<Column> columns =
        List.of(
            new Column("sequence", Types.BIGINT, false, false),
            new Column("utc", Types.DATETIME2, false, false),
            new Column("connection", Types.INT, false, false),
            new Column("session_id", Types.INT, false, false),
            new Column("login_name", Types.SYSNAME, false, false),
            new Column("program_name", Types.SYSNAME, false, false),
            new Column("statement", Types.NVARCHAR_MAX, false, false),
            new Column("parameters", Types.NVARCHAR_MAX, false, false));
    StatementTrace trace = FaultControl.controls(call).trace();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (TracedRequest request : trace.requests()) {
      if (isWanted(call, request)) {
        rows.add(row(request));
      }
    }
    call.rows(columns, rows);
  }

  private static boolean isWanted(ProcedureCall call, TracedRequest request) {
    String text = call.text("@text");
    String user = call.text("@user");
    Long after = call.number("@after");
    return (text == null
            || request.text().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)))
        && (user == null || request.client().user().equalsIgnoreCase(user))
        && (after == null || request.sequence() > after);
  }

  private static @Nullable Object[] row(TracedRequest request) {
    return new @Nullable Object[] {
      request.sequence(),
      LocalDateTime.ofInstant(request.at(), ZoneOffset.UTC),
      request.client().connection(),
      request.client().session(),
      request.client().user(),
      request.client().application(),
      request.text(),
      request.parameters().stream().map(TraceControl::text).collect(Collectors.joining(", "))
    };
  }

  private static String text(Parameter parameter) {
    Object value = parameter.value();
    String shown =
        value instanceof byte[] bytes
            ? "0x" + HexFormat.of().withUpperCase().formatHex(bytes, 0, Math.min(bytes.length, 100))
            : String.valueOf(value);
    String cut =
        shown.length() <= LONGEST_VALUE ? shown : shown.substring(0, LONGEST_VALUE) + "...";
    return (parameter.name() + " = " + (value == null ? "NULL" : cut)).strip();
  }
}
