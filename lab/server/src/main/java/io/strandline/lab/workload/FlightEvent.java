package io.strandline.lab.workload;

import java.time.LocalDateTime;

/**
 * Something that happens to a flight's row.
 *
 * @param at New York local
 */
record FlightEvent(LocalDateTime at, Kind kind, Flight flight) {

  /** What happens, in the order in which it can happen to one flight. */
  enum Kind {
    SCHEDULED,
    DELAYED,
    DEPARTED,
    ARRIVED,
    CANCELLED
  }
}
