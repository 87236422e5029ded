package io.strandline.explain;

import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes explanations. */
public final class Explanations {

  /** Remedies in a sentence; the others are in the reasons. */
  private static final int REMEDIES = 1;

  private Explanations() {}

  /**
   * Why a period is or is not final.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999
   */
  public static Explanation of(Evidence evidence, Instant start, Instant end) {
    Optional<ControlRow> confirmed = evidence.confirmed();
    Finality finality = Finality.of(confirmed, start, end);
    List<Reason> reasons =
        switch (finality) {
          case FINAL -> List.of();
          case FINAL_WITH_GAP -> new GapReasons(evidence, start, end).reasons();
          case OPEN -> new OpenReasons(evidence, end).reasons();
        };
    Optional<Instant> until = confirmed.flatMap(ControlRow::finalizedUntil);
    return new Explanation(
        evidence.table(),
        start,
        end,
        finality,
        until,
        confirmed.map(ControlRow::losslessSince),
        reasons,
        sentence(evidence.table(), start, end, finality, until, reasons));
  }

  private static String sentence(
      String table,
      Instant start,
      Instant end,
      Finality finality,
      Optional<Instant> until,
      List<Reason> reasons) {
    String period = table + " from " + start + " until " + end + " is ";
    String why = reasons.stream().map(Reason::text).collect(Collectors.joining("; "));
    String remedies =
        reasons.stream()
            .map(Reason::remedy)
            .filter(remedy -> !remedy.isEmpty())
            .limit(REMEDIES)
            .map(remedy -> "; " + remedy)
            .collect(Collectors.joining());
    return switch (finality) {
      case FINAL -> period + "final: the table is final until " + until.orElseThrow() + ".";
      case FINAL_WITH_GAP -> period + "final with a gap: " + why + remedies + ".";
      case OPEN -> period + "open: " + why + remedies + ".";
    };
  }
}
