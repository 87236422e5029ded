package io.strandline.verdict;

import java.time.Instant;
import java.util.Optional;

/**
 * What a wait for a period came to.
 *
 * @param finality of the period at the last look; {@link Finality#OPEN} if the time ran out
 * @param verdict what that is said by: the published row, empty if there is none, or if it would
 *     make the period final and the table does not confirm it
 */
public record Awaited(Finality finality, Optional<ControlRow> verdict) {

  /** What a row says of the period from {@code start} until {@code end}. */
  public static Awaited of(Optional<ControlRow> row, Instant start, Instant end) {
    return new Awaited(Finality.of(row, start, end), row);
  }
}
