package io.strandline.lab.workload;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes events as T-SQL.
 *
 * <p>Neighbours of the same kind share a statement where one statement can say it: the scheduled
 * are inserted by one row constructor, the delayed and the cancelled found by one list of keys.
 */
final class FlightSql {

  static final String TABLE = "dbo.flights";

  static final String DDL =
      """
      CREATE TABLE dbo.flights (
        flight_id int NOT NULL PRIMARY KEY,
        carrier char(2) NOT NULL,
        flight_no smallint NOT NULL,
        tail_number varchar(8) NULL,
        route nvarchar(20) NOT NULL,
        flight_date date NOT NULL,
        scheduled_at datetime2(0) NOT NULL,
        departed_at datetime2(0) NULL,
        departure_delay decimal(5,1) NULL,
        arrival_delay decimal(5,1) NULL,
        on_time bit NULL,
        air_minutes smallint NULL,
        distance_m bigint NOT NULL,
        speed_kmh float NULL,
        status nvarchar(10) NOT NULL
      )""";

  private static final String INSERT =
      "INSERT INTO dbo.flights (flight_id, carrier, flight_no, tail_number, route, flight_date,"
          + " scheduled_at, distance_m, status) VALUES ";

  private static final int MAX_ROWS_A_STATEMENT = 40;
  private static final double METRES_A_MILE = 1609.344;
  private static final int ON_TIME_BELOW_MINUTES = 15;
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private FlightSql() {}

  static List<String> statements(List<FlightEvent> events) {
    List<String> statements = new ArrayList<>();
    int from = 0;
    while (from < events.size()) {
      int to = from + 1;
      FlightEvent.Kind kind = events.get(from).kind();
      while (to < events.size()
          && to - from < MAX_ROWS_A_STATEMENT
          && sharesStatements(kind)
          && events.get(to).kind() == kind) {
        to++;
      }
      statements.add(statement(kind, events.subList(from, to)));
      from = to;
    }
    return statements;
  }

  private static boolean sharesStatements(FlightEvent.Kind kind) {
    return kind != FlightEvent.Kind.DEPARTED && kind != FlightEvent.Kind.ARRIVED;
  }

  private static String statement(FlightEvent.Kind kind, List<FlightEvent> events) {
    Flight first = events.get(0).flight();
    return switch (kind) {
      case SCHEDULED ->
          INSERT
              + events.stream().map(event -> row(event.flight())).collect(Collectors.joining(", "));
      case DELAYED -> "UPDATE dbo.flights SET status = N'delayed' WHERE " + keys(events);
      case DEPARTED -> departed(first) + " WHERE " + keys(events);
      case ARRIVED -> arrived(first) + " WHERE " + keys(events);
      case CANCELLED -> "DELETE FROM dbo.flights WHERE " + keys(events);
    };
  }

  private static String row(Flight flight) {
    return "("
        + String.join(
            ", ",
            Integer.toString(flight.id()),
            text(flight.carrier()),
            Integer.toString(flight.number()),
            flight.tailNumber() == null ? "NULL" : text(flight.tailNumber()),
            "N" + text(flight.origin() + " \u2192 " + flight.destination()),
            text(flight.scheduled().toLocalDate().toString()),
            time(flight.scheduled()),
            Long.toString(Math.round(flight.miles() * METRES_A_MILE)),
            "N'scheduled'")
        + ")";
  }

  private static String departed(Flight flight) {
    int delay = known(flight.departureDelay());
    return "UPDATE dbo.flights SET departed_at = "
        + time(flight.scheduled().plusMinutes(delay))
        + ", departure_delay = "
        + delay
        + ".0, on_time = "
        + (delay < ON_TIME_BELOW_MINUTES ? 1 : 0)
        + ", status = N'departed'";
  }

  private static String arrived(Flight flight) {
    int air = known(flight.airMinutes());
    double speed = flight.miles() * METRES_A_MILE / 1000 / (air / 60.0);
    return "UPDATE dbo.flights SET arrival_delay = "
        + known(flight.arrivalDelay())
        + ".0, air_minutes = "
        + air
        // An exponent makes the literal a float instead of a decimal.
        + ", speed_kmh = "
        + speed
        + "E0, status = N'arrived'";
  }

  private static int known(@Nullable Integer value) {
    if (value == null) {
      throw new IllegalStateException("an event without its value");
    }
    return value;
  }

  private static String keys(List<FlightEvent> events) {
    if (events.size() == 1) {
      return "flight_id = " + events.get(0).flight().id();
    }
    return events.stream()
        .map(event -> Integer.toString(event.flight().id()))
        .collect(Collectors.joining(", ", "flight_id IN (", ")"));
  }

  private static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String time(LocalDateTime value) {
    return text(value.format(SECONDS));
  }
}
