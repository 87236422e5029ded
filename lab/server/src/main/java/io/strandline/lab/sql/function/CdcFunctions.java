package io.strandline.lab.sql.function;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.UpdateMask;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code sys.fn_cdc_*}: the scalar functions of change data capture. */
final class CdcFunctions {

  private CdcFunctions() {}

  /** Binds a function with a schema before its name; only {@code sys} has any. */
  static Bound bind(FunctionCall call) {
    List<String> qualifier = call.call().qualifier();
    String schema = qualifier.get(qualifier.size() - 1);
    if (!schema.equalsIgnoreCase("sys")) {
      throw SqlErrors.unknownQualifiedFunction(schema, call.call().name());
    }
    Database database = database(call, qualifier);
    return switch (call.call().name().toLowerCase(Locale.ROOT)) {
      case "fn_cdc_get_max_lsn" -> maxLsn(call, database);
      case "fn_cdc_get_min_lsn" -> minLsn(call, database);
      case "fn_cdc_increment_lsn" -> moved(call, Lsn::increment);
      case "fn_cdc_decrement_lsn" -> moved(call, Lsn::decrement);
      case "fn_cdc_map_lsn_to_time" -> toTime(call, database);
      case "fn_cdc_map_time_to_lsn" -> toLsn(call, database);
      case "fn_cdc_get_column_ordinal" -> ordinal(call, database);
      case "fn_cdc_is_bit_set" -> isBitSet(call);
      case "fn_cdc_has_column_changed" -> hasChanged(call, database);
      default -> throw SqlErrors.unknownQualifiedFunction(schema, call.call().name());
    };
  }

  private static Database database(FunctionCall call, List<String> qualifier) {
    return qualifier.size() < 2
        ? call.context().database()
        : call.context().server().database(qualifier.get(0));
  }

  private static void requireEnabled(Database database) {
    if (!database.cdc().isEnabled()) {
      throw SqlErrors.invalidObject("cdc.lsn_time_mapping");
    }
  }

  private static Bound maxLsn(FunctionCall call, Database database) {
    call.arity(0, 0);
    requireEnabled(database);
    StatementContext context = call.context();
    return Bound.of(
        Types.LSN, frame -> bytes(database.cdc().maxLsn(context.view(database).horizon())));
  }

  private static byte @Nullable [] bytes(@Nullable Lsn lsn) {
    return lsn == null ? null : lsn.bytes();
  }

  private static Bound minLsn(FunctionCall call, Database database) {
    call.arity(1, 1);
    Bound name = call.arg(0).as(Types.SYSNAME);
    StatementContext context = call.context();
    return Bound.of(
        Types.LSN,
        frame -> {
          CaptureInstance instance =
              name.eval(frame) instanceof String text ? database.cdc().instance(text) : null;
          boolean seen = instance != null && context.access().seesInstance(database, instance);
          if (instance == null || !seen) {
            return Lsn.ZERO.bytes();
          }
          Lsn min = database.cdc().minLsn(instance, context.view(database).horizon());
          return min.isZero() && database.cdc().switches().isMinLsnNull() ? null : min.bytes();
        });
  }

  private static Bound moved(FunctionCall call, UnaryOperator<Lsn> step) {
    call.arity(1, 1);
    Bound lsn = call.arg(0).as(Types.LSN);
    return Bound.of(
        Types.LSN,
        frame ->
            lsn.eval(frame) instanceof byte[] bytes ? step.apply(Lsn.of(bytes)).bytes() : null);
  }

  private static Bound toTime(FunctionCall call, Database database) {
    call.arity(1, 1);
    requireEnabled(database);
    Bound lsn = call.arg(0).as(Types.LSN);
    StatementContext context = call.context();
    return Bound.of(
        Types.DATETIME,
        frame ->
            lsn.eval(frame) instanceof byte[] bytes
                ? database.cdc().times().timeOf(Lsn.of(bytes), context.view(database).horizon())
                : null);
  }

  private static Bound toLsn(FunctionCall call, Database database) {
    call.arity(2, 2);
    requireEnabled(database);
    Bound operator = call.arg(0).as(Types.nvarchar(30));
    Bound time = call.arg(1).as(Types.DATETIME);
    StatementContext context = call.context();
    return Bound.of(
        Types.LSN,
        frame -> {
          if (!(operator.eval(frame) instanceof String op)
              || !(time.eval(frame) instanceof LocalDateTime at)) {
            return null;
          }
          String name = op.trim().toLowerCase(Locale.ROOT);
          boolean largest = name.startsWith("largest less than");
          if (!largest && !name.startsWith("smallest greater than")) {
            // What SQL Server does here is not documented; a wrong text must not look like no row.
            throw SqlErrors.datePart(op, "fn_cdc_map_time_to_lsn");
          }
          boolean orEqual = name.endsWith("or equal");
          long horizon = context.view(database).horizon();
          return bytes(database.cdc().times().lsnAt(at, largest, orEqual, horizon));
        });
  }

  private static @Nullable CapturedColumn column(
      StatementContext context,
      Database database,
      @Nullable Object instance,
      @Nullable Object name) {
    CaptureInstance found = instance instanceof String text ? database.cdc().instance(text) : null;
    if (found == null || !context.access().seesInstance(database, found)) {
      return null;
    }
    for (CapturedColumn column : found.columns()) {
      if (name instanceof String wanted && column.name().equalsIgnoreCase(wanted)) {
        return column;
      }
    }
    return null;
  }

  private static Bound ordinal(FunctionCall call, Database database) {
    call.arity(2, 2);
    Bound instance = call.arg(0).as(Types.SYSNAME);
    Bound name = call.arg(1).as(Types.SYSNAME);
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          CapturedColumn found = column(context, database, instance.eval(frame), name.eval(frame));
          return found == null ? null : found.ordinal();
        });
  }

  private static Bound isBitSet(FunctionCall call) {
    call.arity(2, 2);
    Bound position = call.arg(0).as(Types.INT);
    Bound mask = call.arg(1).as(Types.varbinary(128));
    return Bound.of(
        Types.BIT,
        frame ->
            position.eval(frame) instanceof Integer bit && mask.eval(frame) instanceof byte[] bytes
                ? UpdateMask.isSet(bytes, bit)
                : null);
  }

  private static Bound hasChanged(FunctionCall call, Database database) {
    call.arity(3, 3);
    Bound instance = call.arg(0).as(Types.SYSNAME);
    Bound name = call.arg(1).as(Types.SYSNAME);
    Bound mask = call.arg(2).as(Types.varbinary(128));
    StatementContext context = call.context();
    return Bound.of(
        Types.BIT,
        frame -> {
          CapturedColumn found = column(context, database, instance.eval(frame), name.eval(frame));
          return found != null && mask.eval(frame) instanceof byte[] bytes
              ? UpdateMask.isSet(bytes, found.ordinal())
              : null;
        });
  }
}
