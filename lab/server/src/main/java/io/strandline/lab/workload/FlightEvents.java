package io.strandline.lab.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Makes the events of all flights, in order of time.
 *
 * <p>A flight is scheduled 1 to 10 minutes before the earlier of its scheduled and its real
 * departure, so nothing happens before 05:00 on the first day. It is delayed, departed and arrived
 * at the data's times, an arrival being the departure plus the time in the air plus 15 minutes
 * (arrival times are local to the destination). A cancelled flight is taken off 5 to 60 minutes
 * after its scheduled departure. Seconds are seeded.
 */
final class FlightEvents {

  private static final String RESOURCE = "flights-2013-01.csv";
  private static final int DELAYED_FROM_MINUTES = 15;
  private static final int TAXI_MINUTES = 15;

  private final Random random;
  private final List<FlightEvent> events = new ArrayList<>();

  private FlightEvents(long seed) {
    this.random = new Random(seed);
  }

  static List<FlightEvent> of(long seed) {
    FlightEvents made = new FlightEvents(seed);
    readFlights().forEach(made::add);
    made.events.sort(
        Comparator.comparing(FlightEvent::at)
            .thenComparing(event -> event.flight().id())
            .thenComparing(FlightEvent::kind));
    return made.events;
  }

  static List<Flight> readFlights() {
    try (InputStream in = FlightEvents.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is missing");
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      return lines.lines().skip(1).map(Flight::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
  }

  private void add(Flight flight) {
    LocalDateTime scheduled = flight.scheduled();
    Integer delay = flight.departureDelay();
    int lead = 1 + random.nextInt(10);
    int earliest = delay == null ? 0 : Math.min(0, delay);
    add(scheduled.plusMinutes(earliest - lead), FlightEvent.Kind.SCHEDULED, flight);
    if (delay == null) {
      add(scheduled.plusMinutes(5 + random.nextInt(56)), FlightEvent.Kind.CANCELLED, flight);
      return;
    }
    if (delay >= DELAYED_FROM_MINUTES) {
      add(scheduled, FlightEvent.Kind.DELAYED, flight);
    }
    LocalDateTime departed = scheduled.plusMinutes(delay);
    add(departed, FlightEvent.Kind.DEPARTED, flight);
    Integer air = flight.airMinutes();
    if (air != null) {
      add(departed.plusMinutes(air + TAXI_MINUTES), FlightEvent.Kind.ARRIVED, flight);
    }
  }

  private void add(LocalDateTime minute, FlightEvent.Kind kind, Flight flight) {
    events.add(new FlightEvent(minute.plusSeconds(random.nextInt(60)), kind, flight));
  }
}
