package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Types;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A call of a system procedure: its arguments by name and where its rows go. */
final class ProcedureCall {

  /** An argument's value. */
  record Value(SqlType type, @Nullable Object value, Variables.@Nullable Variable output) {}

  private final String name;
  private final LabSession session;
  private final StatementContext context;
  private final Database database;
  private final Map<String, Value> arguments;
  private final ResultSink out;

  ProcedureCall(
      String name,
      LabSession session,
      StatementContext context,
      Database database,
      Map<String, Value> arguments,
      ResultSink out) {
    this.name = name;
    this.session = session;
    this.context = context;
    this.database = database;
    this.arguments = arguments;
    this.out = out;
  }

  StatementContext context() {
    return context;
  }

  LabSession session() {
    return session;
  }

  /** The database that the procedure was called in. */
  Database database() {
    return database;
  }

  boolean has(String argument) {
    return arguments.containsKey(argument);
  }

  private @Nullable Object value(String argument, SqlType type) {
    Value value = arguments.get(argument);
    return value == null ? null : Coercion.convert(value.value(), value.type(), type);
  }

  @Nullable String text(String argument) {
    return (String) value(argument, Types.NVARCHAR_MAX);
  }

  /** A text argument; error 201 if it is missing. */
  String requiredText(String argument) {
    String text = text(argument);
    if (text == null) {
      throw SqlException.of(
          201,
          16,
          4,
          "Procedure or function '"
              + name
              + "' expects parameter '"
              + argument
              + "', which was not supplied.");
    }
    return text;
  }

  @Nullable Long number(String argument) {
    return (Long) value(argument, Types.BIGINT);
  }

  @Nullable Double real(String argument) {
    return (Double) value(argument, Types.FLOAT);
  }

  @Nullable Boolean flag(String argument) {
    return (Boolean) value(argument, Types.BIT);
  }

  @Nullable UUID uuid(String argument) {
    return (UUID) value(argument, Types.GUID);
  }

  byte @Nullable [] bytes(String argument) {
    return (byte[]) value(argument, Types.LSN);
  }

  /** Sets an output argument, if it was given. */
  void output(String argument, Object value, SqlType type) {
    Value given = arguments.get(argument);
    Variables.Variable variable = given == null ? null : given.output();
    if (variable != null) {
      variable.set(Coercion.convert(value, type, variable.type()));
    }
  }

  /** Sends a message that is no error. */
  void info(SqlMessage message) {
    out.info(message);
  }

  /** Sends a message of severity 0. */
  void info(int number, String text) {
    info(new SqlMessage(number, 0, 1, text, 1));
  }

  /** Returns a result set. */
  void rows(List<Column> columns, List<@Nullable Object[]> rows) {
    out.columns(columns);
    if (session.options().isFormatOnly()) {
      out.done(ResultSink.StatementKind.SELECT, 0);
      return;
    }
    rows.forEach(out::row);
    session.rowCount(rows.size());
    out.done(ResultSink.StatementKind.SELECT, session.options().isNoCount() ? -1 : rows.size());
  }
}
