package io.strandline.explain;

import static io.strandline.explain.Case.ts;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.port.BronzeHead;
import io.strandline.verdict.Finality;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Periods that a published verdict calls final and that the table does not confirm. */
final class UnconfirmedVerdictTest {

  private static void assertOpen(Evidence evidence, List<ReasonCode> reasons, String... words) {
    Explanation explanation = Explanations.of(evidence, ts("10:00"), ts("11:00"));

    assertThat(explanation.finality()).isEqualTo(Finality.OPEN);
    assertThat(explanation.finalizedUntil()).isEmpty();
    assertThat(explanation.losslessSince()).isEmpty();
    assertThat(explanation.reasons()).extracting(Reason::code).containsExactlyElementsOf(reasons);
    assertThat(explanation.sentence()).contains(words);
  }

  private static Case published() {
    return new Case().published("11:00", "08:00");
  }

  private static Evidence over(BronzeHead head) {
    return published().newestFacts(-1).evidence(new Answer.Given<>(head), new Answer.NotAsked<>());
  }

  @Test
  void ofAnotherTable() {
    assertOpen(
        published().publishedOf("table-0").evidence(),
        List.of(ReasonCode.ANOTHER_TABLE, ReasonCode.VERDICT_LATE),
        "but no verdict is published",
        "call ingest(), which replaces it");
  }

  @Test
  void ofATableThatIsGone() {
    assertOpen(
        over(new BronzeHead.Absent()),
        List.of(ReasonCode.NO_TABLE, ReasonCode.SOURCE_NOT_ASKED),
        "the table that a verdict was published of is gone");
  }

  @Test
  void ofATableWhosePlaceAnotherProgramsHas() {
    assertOpen(
        over(new BronzeHead.Foreign("x")),
        List.of(ReasonCode.ANOTHER_TABLE, ReasonCode.INGESTION_STOPPED),
        "FOREIGN_TABLE",
        "choose another target");
  }

  @Test
  void ofATableThatLostItsState() {
    assertOpen(
        over(new BronzeHead.Foreign("table-1")),
        List.of(ReasonCode.INGESTION_STOPPED),
        "TARGET_CHANGED",
        "adopt --what target");
  }
}
