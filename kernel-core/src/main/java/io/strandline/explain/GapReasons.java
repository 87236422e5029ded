package io.strandline.explain;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the facts say of a period that begins before {@code lossless_since}. */
final class GapReasons {

  private static final String RELOAD =
      "the missing changes cannot come back; load the table anew into another target if its rows"
          + " are needed";

  private final Evidence evidence;
  private final ControlRow row;
  private final Instant start;
  private final Instant end;

  GapReasons(Evidence evidence, Instant start, Instant end) {
    this.evidence = evidence;
    this.row = evidence.confirmed().orElseThrow();
    this.start = start;
    this.end = end;
  }

  List<Reason> reasons() {
    List<FactsRow> gaps = evidence.facts().stream().filter(this::tellsOfAGap).toList();
    List<Reason> reasons = new ArrayList<>();
    gaps.stream().filter(this::overlaps).map(this::gap).forEach(reasons::add);
    if (reasons.isEmpty()) {
      reasons.add(withoutAGap(!gaps.isEmpty()));
    }
    return reasons;
  }

  /** Any gap that moved lossless_since into or past the period was written after its start. */
  private Reason withoutAGap(boolean otherGaps) {
    if (!evidence.factsComplete()) {
      return unknown("the facts since then are too many to tell");
    }
    if (!otherGaps) {
      return Reason.of(
              ReasonCode.BEFORE_STREAM,
              "it begins before the stream, whose history begins at " + row.losslessSince(),
              "ask for a period from there on; what is older is not in the change log")
          .until(row.losslessSince());
    }
    if (evidence.facts().stream().anyMatch(this::isBeforeThePeriod)) {
      return Reason.of(
              ReasonCode.GAP_ELSEWHERE,
              "the history has a gap that ends at "
                  + row.losslessSince()
                  + ", but none overlaps the period: nothing of it is missing",
              "")
          .until(row.losslessSince());
    }
    return unknown("no gap is recorded in it, but the stream may have begun after its start");
  }

  private Reason unknown(String why) {
    return Reason.of(
            ReasonCode.GAP_UNKNOWN,
            "the history has no gap only from "
                + row.losslessSince()
                + " on, and whether something of the period is missing is unknown: "
                + why,
            "look for data_skipped and adopted events in the facts table")
        .until(row.losslessSince());
  }

  private boolean isOfTheTable(FactsRow facts) {
    return facts.get(FactsColumn.TABLE_ID, String.class).filter(row.tableId()::equals).isPresent();
  }

  private boolean tellsOfAGap(FactsRow facts) {
    return isOfTheTable(facts) && lostTo(facts).isPresent();
  }

  private boolean overlaps(FactsRow facts) {
    return lostFrom(facts).isBefore(end) && lostTo(facts).orElseThrow().isAfter(start);
  }

  /** Whether the stream had read up to a time at or before the period's start. */
  private boolean isBeforeThePeriod(FactsRow facts) {
    return isOfTheTable(facts)
        && facts
            .get(FactsColumn.END_COMMIT_TS, Instant.class)
            .filter(ts -> !ts.isAfter(start))
            .isPresent();
  }

  private Reason gap(FactsRow facts) {
    Instant to = lostTo(facts).orElseThrow();
    String event = facts.get(FactsColumn.EVENT, String.class).orElse("");
    Optional<Instant> from = facts.get(FactsColumn.LOST_FROM_TS, Instant.class);
    String text =
        "changes committed "
            + from.map(ts -> "after " + ts + " and ").orElse("")
            + "before "
            + to
            + " may be missing ("
            + event
            + ")";
    Reason reason = Reason.of(ReasonCode.GAP, text, RELOAD).until(to);
    return from.map(reason::since).orElse(reason);
  }

  private static Instant lostFrom(FactsRow facts) {
    return facts.get(FactsColumn.LOST_FROM_TS, Instant.class).orElse(Instant.MIN);
  }

  private static Optional<Instant> lostTo(FactsRow facts) {
    return facts.get(FactsColumn.LOST_TO_TS, Instant.class);
  }
}
