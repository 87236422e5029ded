package io.strandline.state;

import io.strandline.facts.FactsRow;
import java.util.List;

/**
 * The facts of the newest own commit, from which a later call writes what a crash left out.
 *
 * @param batch the batch's row
 * @param events its event rows, at most {@link #MAX_EVENTS}
 */
public record LastBatch(FactsRow batch, List<FactsRow> events) {

  /** The most event rows a state holds. */
  public static final int MAX_EVENTS = 20;

  /** The most characters of a text in a state's event. */
  public static final int MAX_TEXT = 500;

  /** Whether a state can hold these event rows. */
  public static boolean holds(List<FactsRow> events) {
    return events.size() <= MAX_EVENTS
        && events.stream()
            .flatMap(event -> event.values().values().stream())
            .noneMatch(value -> value instanceof String text && text.length() > MAX_TEXT);
  }

  public LastBatch {
    events = List.copyOf(events);
    if (events.size() > MAX_EVENTS) {
      throw new IllegalArgumentException(events.size() + " events in one batch");
    }
  }
}
