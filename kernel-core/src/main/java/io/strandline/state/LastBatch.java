package io.strandline.state;

import io.strandline.facts.FactsRow;
import java.util.List;
import java.util.Optional;

/**
 * The facts of the newest own commit, from which a later call writes what a crash left out.
 *
 * @param batch the batch's row; empty for the commit of a snapshot or of an adoption, which has its
 *     event's row only
 * @param events its event rows, at most {@link #MAX_EVENTS}
 * @param more where the rest of the events is, if there are more; empty if there are not
 */
public record LastBatch(Optional<FactsRow> batch, List<FactsRow> events, Optional<String> more) {

  /** The most event rows a state holds. */
  public static final int MAX_EVENTS = 20;

  /** The most characters of a text in a state's event. */
  public static final int MAX_TEXT = 500;

  /** Whether a state can hold these event rows. */
  public static boolean holds(List<FactsRow> events) {
    return events.size() <= MAX_EVENTS && events.stream().allMatch(LastBatch::holds);
  }

  private static boolean holds(FactsRow event) {
    return event.values().values().stream()
        .noneMatch(value -> value instanceof String text && text.length() > MAX_TEXT);
  }

  /** The first of the events that a state can hold. */
  public static List<FactsRow> held(List<FactsRow> events) {
    return events.stream().filter(LastBatch::holds).limit(MAX_EVENTS).toList();
  }

  /** The facts of a batch. */
  public static LastBatch of(FactsRow batch, List<FactsRow> events) {
    return new LastBatch(Optional.of(batch), events, Optional.empty());
  }

  /** The facts of a commit that is no batch. */
  public static LastBatch events(List<FactsRow> events) {
    return new LastBatch(Optional.empty(), List.copyOf(events), Optional.empty());
  }
}
