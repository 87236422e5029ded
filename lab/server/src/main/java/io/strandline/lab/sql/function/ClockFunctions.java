package io.strandline.lab.sql.function;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.clock.WindowsZones;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Functions that tell the time: the statement's, by the lab's clock and zone. */
final class ClockFunctions {

  private static final int SQL_SERVER_2022 = 16;

  private ClockFunctions() {}

  static void addTo(FunctionTable table) {
    table.add("GETDATE", ClockFunctions::getDate);
    table.add("CURRENT_TIMESTAMP", ClockFunctions::getDate);
    table.add("SYSDATETIME", call -> Bound.value(Types.DATETIME2, hundreds(local(call.context()))));
    table.add(
        "GETUTCDATE", call -> Bound.value(Types.DATETIME, DateTimes.datetime(utc(call.context()))));
    table.add(
        "SYSUTCDATETIME", call -> Bound.value(Types.DATETIME2, hundreds(utc(call.context()))));
    table.add("SYSDATETIMEOFFSET", ClockFunctions::withOffset);
    table.addSince(
        SQL_SERVER_2022,
        "CURRENT_TIMEZONE_ID",
        call ->
            Bound.value(
                Types.varchar(128), WindowsZones.nameOf(call.context().server().clock().zone())));
  }

  private static Bound getDate(FunctionCall call) {
    call.arity(0, 0);
    return Bound.value(Types.DATETIME, DateTimes.datetime(local(call.context())));
  }

  private static Bound withOffset(FunctionCall call) {
    StatementContext context = call.context();
    LabClock clock = context.server().clock();
    ZoneOffset offset = clock.zone().getRules().getOffset(context.now());
    OffsetDateTime now = hundreds(local(context)).atOffset(offset);
    return Bound.value(Types.DATETIMEOFFSET, now);
  }

  private static LocalDateTime local(StatementContext context) {
    return LocalDateTime.ofInstant(context.now(), context.server().clock().zone());
  }

  private static LocalDateTime utc(StatementContext context) {
    return LocalDateTime.ofInstant(context.now(), ZoneOffset.UTC);
  }

  /** Cut to 100 ns, what datetime2(7) holds. */
  private static LocalDateTime hundreds(LocalDateTime time) {
    return time.withNano(time.getNano() / 100 * 100);
  }
}
