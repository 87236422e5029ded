package io.strandline.lab.sql.exec;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.type.Types;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Procedures that steer the server's clock; each returns what the clock then shows. */
final class ClockControl {

  private static final Instant FIRST = Instant.parse("1900-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");
  private static final Duration LONGEST_STEP = Duration.between(FIRST, LAST);

  private ClockControl() {}

  /** What a procedure does to the clock. */
  private interface Move {
    void move(LabClock clock, ProcedureCall call);
  }

  static List<LabProcedure> procedures() {
    List<LabProcedure> all = new ArrayList<>();
    all.add(does(LabProcedure.named("clock", "Shows the clock"), (clock, call) -> {}));
    all.add(
        does(
            LabProcedure.named(
                    "clock_set",
                    "Sets the clock: a later time lets time pass, an earlier one is a step back")
                .with("@utc", "nvarchar", "the time in UTC, 2026-03-08T06:59:00; or else")
                .with(
                    "@local",
                    "nvarchar",
                    "the server's local time; of a repeated hour the first, of a missing one the"
                        + " time as much later"),
            (clock, call) -> clock.set(sane(instant(clock, call)))));
    all.add(
        does(
            LabProcedure.named("clock_step", "Sets the clock forward or back; no time passes")
                .with("@milliseconds", "bigint", "how far, negative for back"),
            (clock, call) -> clock.jump(sane(clock, milliseconds(call)))));
    all.add(
        does(
            LabProcedure.named("clock_advance", "Lets time pass, for waits and intervals too")
                .with("@milliseconds", "bigint", "how long, 0 or more"),
            (clock, call) -> clock.advance(sane(clock, positive(milliseconds(call))))));
    all.add(
        does(
            LabProcedure.named(
                    "clock_freeze",
                    "Stops the clock, so that all commits have one time; waits go on")
                .with("@frozen", "bit", "0 lets it run again; 1 without it"),
            (clock, call) -> freeze(clock, call.flag("@frozen"))));
    all.add(
        does(
            LabProcedure.named("clock_speed", "Changes the pace of the clock")
                .with("@speed", "float", "virtual seconds a real second, 0 to 1,000,000"),
            (clock, call) -> clock.speed(speed(call))));
    all.add(
        does(
            LabProcedure.named("clock_zone", "Moves the server to another time zone")
                .with("@zone", "nvarchar", "an IANA name such as America/New_York, or an offset"),
            (clock, call) -> clock.zone(zone(call))));
    return all;
  }

  private static LabProcedure does(LabProcedure.Draft draft, Move move) {
    return draft.does(
        call -> {
          LabClock clock = call.context().server().clock();
          move.move(clock, call);
          show(clock, call);
        });
  }

  private static void show(LabClock clock, ProcedureCall call) {
    List<Column> columns =
        List.of(
            new Column("utc", Types.DATETIME2, false, false),
            new Column("local", Types.DATETIME2, false, false),
            new Column("zone", Types.SYSNAME, false, false),
            new Column("speed", Types.FLOAT, false, false),
            new Column("frozen", Types.BIT, false, false));
    Instant now = clock.instant();
    Object[] row = {
      LocalDateTime.ofInstant(now, ZoneOffset.UTC),
      LocalDateTime.ofInstant(now, clock.zone()),
      clock.zone().getId(),
      clock.speed(),
      clock.isFrozen()
    };
    call.rows(columns, List.<@Nullable Object[]>of(row));
  }

  private static Instant instant(LabClock clock, ProcedureCall call) {
    String utc = call.text("@utc");
    String local = call.text("@local");
    if ((utc == null) == (local == null)) {
      throw LabErrors.badArgument("@utc and @local", utc, "Give exactly one of the two.");
    }
    return utc != null
        ? time("@utc", utc).toInstant(ZoneOffset.UTC)
        : time("@local", String.valueOf(local)).atZone(clock.zone()).toInstant();
  }

  private static LocalDateTime time(String argument, String text) {
    String iso = text.strip().replace(' ', 'T');
    try {
      String plain = iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso;
      return LocalDateTime.parse(plain.contains("T") ? plain : plain + "T00:00:00");
    } catch (DateTimeException e) {
      throw LabErrors.badArgument(argument, text, "Give a time such as 2026-03-08T06:59:00.");
    }
  }

  private static Duration milliseconds(ProcedureCall call) {
    Long milliseconds = call.number("@milliseconds");
    if (milliseconds == null) {
      throw LabErrors.badArgument("@milliseconds", null, "Give a number of milliseconds.");
    }
    return Duration.ofMillis(milliseconds);
  }

  /** Within the years that waits and datetime columns can hold. */
  private static Instant sane(Instant target) {
    if (target.isBefore(FIRST) || target.isAfter(LAST)) {
      throw LabErrors.badArgument("the clock", target, "Keep it between 1900 and 2200.");
    }
    return target;
  }

  private static Duration sane(LabClock clock, Duration step) {
    if (step.abs().compareTo(LONGEST_STEP) > 0) {
      throw LabErrors.badArgument(
          "@milliseconds", step.toMillis(), "Keep the clock between 1900 and 2200.");
    }
    sane(clock.instant().plus(step));
    return step;
  }

  private static Duration positive(Duration time) {
    if (time.isNegative()) {
      throw LabErrors.badArgument(
          "@milliseconds", time.toMillis(), "Time passes forwards; EXEC lab.clock_step goes back.");
    }
    return time;
  }

  private static void freeze(LabClock clock, @Nullable Boolean frozen) {
    if (Boolean.FALSE.equals(frozen)) {
      clock.thaw();
    } else {
      clock.freeze();
    }
  }

  private static double speed(ProcedureCall call) {
    Double speed = call.real("@speed");
    if (speed == null || !(speed >= 0) || speed > 1_000_000) {
      throw LabErrors.badArgument("@speed", speed, "Give a number from 0 to 1000000.");
    }
    return speed;
  }

  private static ZoneId zone(ProcedureCall call) {
    String zone = call.requiredText("@zone");
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw LabErrors.badArgument(
          "@zone", zone, "Give an IANA name such as Europe/Zurich, or an offset such as +05:30.");
    }
  }
}
