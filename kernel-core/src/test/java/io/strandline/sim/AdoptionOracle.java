package io.strandline.sim;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Knows what an adoption must say: the stream goes on from the highest that is known of its table,
 * never below what was published, and what the table may lack is a gap, told once.
 */
final class AdoptionOracle {

  private static final String ADOPTION = "adoption";

  private final World world;
  private final StreamState before;

  /** The oracle of an adoption after a state. */
  AdoptionOracle(World world, StreamState before) {
    this.world = world;
    this.before = before;
  }

  /** Whether a state is an adoption's. */
  static boolean isAdoption(StreamState state) {
    return state.lastBatch().map(LastBatch::events).orElse(List.of()).stream()
        .anyMatch(AdoptionOracle::isAdopted);
  }

  private static boolean isAdopted(FactsRow row) {
    return row.get(FactsColumn.EVENT, String.class).equals(Optional.of(Event.ADOPTED.text()));
  }

  /** Judges the commit of an adoption of a target that another writer has harmed. */
  void verify(BronzeVersion version, Instant complete) {
    StreamState next = version.state().orElseThrow();
    Violation.unless(version.added().isEmpty(), ADOPTION, "%s adds rows", next);
    Optional<ControlRow> published =
        world.control().filter(row -> row.tableId().equals(before.tableId()));
    Lsn highest =
        published
            .flatMap(ControlRow::end)
            .map(Offset::lsn)
            .filter(end -> end.isAfter(before.offset().lsn()))
            .orElse(before.offset().lsn());
    Violation.unless(
        next.offset().equals(new Offset(highest, complete)),
        ADOPTION,
        "%s does not go on from %s at %s",
        next,
        highest,
        complete);
    Violation.unless(
        published
            .flatMap(ControlRow::finalizedUntil)
            .filter(verdict -> verdict.isAfter(next.offset().commitTs()))
            .isEmpty(),
        ADOPTION,
        "%s is below %s",
        next,
        published);
    boolean same =
        next.local().equals(before.local())
            && next.zone().equals(before.zone())
            && next.snapshot().equals(before.snapshot());
    Violation.unless(same, ADOPTION, "%s is not as %s", next, before);
    verifyGap(next);
  }

  private void verifyGap(StreamState next) {
    Violation.unless(
        next.losslessSince().equals(next.offset().commitTs()),
        ADOPTION,
        "%s is not lossless only since its offset",
        next);
    List<FactsRow> told =
        world.events(next.lastBatch().orElseThrow()).stream()
            .filter(AdoptionOracle::isAdopted)
            .toList();
    Violation.unless(told.size() == 1, ADOPTION, "told: %s", told);
    boolean gap = next.losslessSince().isAfter(before.losslessSince());
    Optional<Instant> from = told.get(0).get(FactsColumn.LOST_FROM_TS, Instant.class);
    Optional<Instant> to = told.get(0).get(FactsColumn.LOST_TO_TS, Instant.class);
    boolean right =
        gap
            ? from.equals(Optional.of(before.losslessSince()))
                && to.equals(Optional.of(next.losslessSince()))
            : from.isEmpty() && to.isEmpty();
    Violation.unless(right, ADOPTION, "%s after %s", told, before);
  }
}
