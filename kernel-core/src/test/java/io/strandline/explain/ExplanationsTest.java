package io.strandline.explain;

import static io.strandline.explain.Case.ts;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.codec.ExplanationCodec;
import io.strandline.error.SourceUnavailableException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.option.Option;
import io.strandline.port.BronzeHead;
import io.strandline.port.SourcePoll;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reason from evidence that has it; the period is 10:00 until 11:00 where none is named. */
final class ExplanationsTest {

  private static final String FROM = "10:00";
  private static final String UNTIL = "11:00";

  /**
   * What an explanation is to say.
   *
   * @param name of the case
   * @param reasons their codes, in order
   * @param words that the sentence holds
   */
  record Expected(
      String name,
      Evidence evidence,
      String from,
      String until,
      Finality finality,
      List<ReasonCode> reasons,
      List<String> words) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Expected open(String name, Case given, List<ReasonCode> reasons, String... words) {
    return new Expected(
        name, given.evidence(), FROM, UNTIL, Finality.OPEN, reasons, List.of(words));
  }

  private static Expected open(
      String name,
      Answer<BronzeHead> head,
      Answer<SourcePoll> poll,
      List<ReasonCode> reasons,
      String... words) {
    Evidence evidence = new Case().neverPublished().newestFacts(-1).evidence(head, poll);
    return new Expected(name, evidence, FROM, UNTIL, Finality.OPEN, reasons, List.of(words));
  }

  private static FactsRow event(Event event, String from, String to) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, "table-1")
        .with(FactsColumn.EVENT, event.text())
        .with(FactsColumn.LOST_FROM_TS, ts(from))
        .with(FactsColumn.LOST_TO_TS, ts(to));
  }

  private static FactsRow batch(String end) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, "table-1")
        .with(FactsColumn.END_COMMIT_TS, ts(end));
  }

  private static Expected gap(String name, Case given, ReasonCode reason, String... words) {
    Evidence evidence = given.published("11:00", "10:20").evidence();
    return new Expected(
        name, evidence, FROM, UNTIL, Finality.FINAL_WITH_GAP, List.of(reason), List.of(words));
  }

  static Stream<Expected> all() {
    List<Expected> all = new ArrayList<>(waiting());
    all.addAll(behind());
    all.addAll(stopped());
    all.addAll(clocks());
    all.addAll(tables());
    all.addAll(gaps());
    return all.stream();
  }

  private static List<Expected> waiting() {
    return List.of(
        new Expected(
            "final",
            new Case().published("11:00", "08:00").evidence(),
            FROM,
            UNTIL,
            Finality.FINAL,
            List.of(),
            List.of("orders from 2026-05-04T10:00:00Z until 2026-05-04T11:00:00Z is final")),
        open(
            "not over",
            new Case().clock("10:59"),
            List.of(ReasonCode.PERIOD_NOT_OVER),
            "by the source's clock it is 2026-05-04T10:59:00Z",
            "from 2026-05-04T11:00:00Z on, in whole hours"),
        new Expected(
            "not aligned",
            new Case().clock("10:59").evidence(),
            FROM,
            "10:30",
            Finality.OPEN,
            List.of(ReasonCode.PERIOD_NOT_OVER),
            List.of("from 2026-05-04T11:00:00Z on, in whole hours")),
        open(
            "stalled",
            new Case().captured(0x200, "10:58").clock("11:30"),
            List.of(ReasonCode.CAPTURE_STALLED),
            "recorded nothing since 2026-05-04T10:58:00Z, for 32 min"),
        new Expected(
            "not over and stalled",
            new Case().clock("11:30").evidence(),
            "11:00",
            "12:00",
            Finality.OPEN,
            List.of(ReasonCode.PERIOD_NOT_OVER, ReasonCode.CAPTURE_STALLED),
            List.of()),
        open(
            "idle",
            new Case(),
            List.of(ReasonCode.IDLE_WITHOUT_HEARTBEAT),
            "at 2026-05-04T11:03:00Z",
            "sql/heartbeat.sql"),
        open(
            "capture behind",
            new Case().clock("11:08"),
            List.of(ReasonCode.CAPTURE_BEHIND),
            "has come to 2026-05-04T10:58:00Z and is 10 min behind"),
        open(
            "never ran",
            new Case().nothingCaptured(),
            List.of(ReasonCode.CAPTURE_NEVER_RAN),
            "never recorded a commit"),
        open(
            "first load",
            new Case().loading().captured(0x300, "11:00").clock("11:01").watermark(0x280),
            List.of(ReasonCode.OPEN_SNAPSHOT, ReasonCode.INGESTION_BEHIND),
            "is not in yet"));
  }

  private static List<Expected> stopped() {
    return List.of(
        open(
            "data loss",
            new Case().captured(0x300, "11:10").clock("11:12").watermark(0x280),
            List.of(ReasonCode.DATA_LOSS),
            "DATA_LOSS",
            "is gone"),
        open(
            "data loss that is skipped",
            new Case()
                .option(Option.FAIL_ON_DATA_LOSS, "false")
                .captured(0x300, "11:10")
                .clock("11:12")
                .watermark(0x280),
            List.of(ReasonCode.INGESTION_BEHIND)),
        open(
            "a type that no longer fits",
            new Case().column(ColumnType.Kind.STRING).captured(0x300, "11:10").clock("11:12"),
            List.of(ReasonCode.SCHEMA_CHANGE),
            "SCHEMA_CHANGED",
            "dbo_orders.id"),
        open(
            "another zone",
            new Case().zone("UTC").captured(0x300, "11:10").clock("11:12"),
            List.of(ReasonCode.INGESTION_STOPPED),
            "SOURCE_CHANGED",
            "adopt --what zone"),
        open(
            "unreachable",
            new Answer.Given<>(new Case().head()),
            new Answer.Failed<>(
                new SourceUnavailableException("no route to sql1", "check the network", null)),
            List.of(ReasonCode.SOURCE_UNREACHABLE, ReasonCode.SOURCE_NOT_ASKED),
            "no route to sql1",
            "has read up to 2026-05-04T10:58:00Z and needs 2026-05-04T11:00:00Z, which has passed",
            "check the network"),
        open(
            "not asked",
            new Answer.Given<>(new Case().head()),
            new Answer.NotAsked<>(),
            List.of(ReasonCode.SOURCE_NOT_ASKED),
            "what the source holds is unknown"));
  }

  private static List<Expected> behind() {
    return List.of(
        open(
            "ingestion behind",
            new Case().captured(0x300, "11:10").above(0x210, "10:59").clock("11:12"),
            List.of(ReasonCode.INGESTION_BEHIND),
            "captured up to 2026-05-04T11:10:00Z and the table has read up to"
                + " 2026-05-04T10:58:00Z, 12 min behind; call ingest()"),
        open(
            "ingestion behind by some commits",
            new Case().captured(0x300, "11:10").above(0x210, "10:59").clock("11:12").waiting(42),
            List.of(ReasonCode.INGESTION_BEHIND),
            "2026-05-04T10:58:00Z, 12 min and 42 commits behind"),
        open(
            "ingestion behind by too many commits to count",
            new Case().captured(0x300, "11:10").clock("11:12").waiting(10_001),
            List.of(ReasonCode.INGESTION_BEHIND),
            "12 min and more than 10000 commits behind"));
  }

  private static List<Expected> clocks() {
    return List.of(
        open(
            "a server's clock ahead of the reader's",
            new Case()
                .option(Option.MAX_CLOCK_DISAGREEMENT, "PT5M")
                .captured(0x300, "11:10")
                .clock("11:12")
                .reader("11:06"),
            List.of(ReasonCode.INGESTION_STOPPED),
            "CLOCK_AHEAD",
            "the server's clock says 2026-05-04T11:12:00Z and the reader's says"),
        open(
            "a newest commit after the server's clock",
            new Case().captured(0x300, "11:20").above(0x210, "11:00").clock("11:12"),
            List.of(ReasonCode.INGESTION_STOPPED),
            "CLOCK_AHEAD",
            "a commit's time is 2026-05-04T11:20:00Z",
            "clockAhead=clamp"),
        open(
            "a newest commit after the server's clock that is clamped",
            new Case()
                .option(Option.CLOCK_AHEAD, "clamp")
                .captured(0x300, "11:20")
                .above(0x210, "11:00")
                .clock("11:12"),
            List.of(ReasonCode.INGESTION_BEHIND)),
        open(
            "a newest commit as late as is allowed",
            new Case().captured(0x300, "11:13").clock("11:12"),
            List.of(ReasonCode.INGESTION_BEHIND)),
        open(
            "a step back that is too far",
            new Case().captured(0x300, "11:10").above(0x210, "10:47").clock("11:12"),
            List.of(ReasonCode.INGESTION_STOPPED),
            "CLOCK_REGRESSION",
            "went back by PT11M",
            "maxClockRegression"),
        open(
            "a step back of what is allowed",
            new Case().captured(0x300, "11:10").above(0x210, "10:48").clock("11:12"),
            List.of(ReasonCode.INGESTION_BEHIND)));
  }

  private static List<Expected> tables() {
    return List.of(
        open(
            "no table",
            new Answer.Given<>(new BronzeHead.Absent()),
            new Answer.NotAsked<>(),
            List.of(ReasonCode.NO_TABLE, ReasonCode.SOURCE_NOT_ASKED),
            "there is no table yet"),
        open(
            "foreign table",
            new Answer.Given<>(new BronzeHead.Foreign("x")),
            new Answer.NotAsked<>(),
            List.of(ReasonCode.INGESTION_STOPPED),
            "FOREIGN_TABLE"),
        open(
            "unreadable",
            new Answer.Failed<>(new TargetNotWritableException("disk is gone", "mount it", null)),
            new Answer.NotAsked<>(),
            List.of(ReasonCode.TABLE_UNREADABLE, ReasonCode.SOURCE_NOT_ASKED),
            "disk is gone"),
        open(
            "ahead of its state",
            new Case().newestFacts(9),
            List.of(ReasonCode.INGESTION_STOPPED),
            "TARGET_CHANGED",
            "adopt --what target"),
        open(
            "another table's verdict",
            new Case().publishedOf("table-0"),
            List.of(ReasonCode.ANOTHER_TABLE, ReasonCode.IDLE_WITHOUT_HEARTBEAT),
            "the published verdict 2026-05-04T10:00:00Z is of another table",
            "its id was table-0 and the table's is table-1",
            "call ingest(), which replaces it"),
        new Expected(
            "verdict late",
            new Case().published("09:00", "08:00").evidence(),
            "09:00",
            "10:00",
            Finality.OPEN,
            List.of(ReasonCode.VERDICT_LATE),
            List.of("has read up to 2026-05-04T10:58:00Z", "verdict is 2026-05-04T09:00:00Z")));
  }

  private static List<Expected> gaps() {
    return List.of(
        gap(
            "gap",
            new Case().facts(true, event(Event.DATA_SKIPPED, "10:05", "10:20"), batch("09:00")),
            ReasonCode.GAP,
            "committed after 2026-05-04T10:05:00Z and before 2026-05-04T10:20:00Z",
            "data_skipped"),
        gap(
            "adopted",
            new Case().facts(true, event(Event.ADOPTED, "08:00", "10:20")),
            ReasonCode.GAP,
            "(adopted)"),
        gap(
            "before the stream",
            new Case().facts(true, batch("10:30")),
            ReasonCode.BEFORE_STREAM,
            "begins at 2026-05-04T10:20:00Z"),
        gap(
            "too many facts",
            new Case().facts(false, batch("10:30")),
            ReasonCode.GAP_UNKNOWN,
            "too many"),
        gap(
            "elsewhere",
            new Case().facts(true, event(Event.DATA_SKIPPED, "11:30", "11:40"), batch("09:00")),
            ReasonCode.GAP_ELSEWHERE,
            "nothing of it is missing"),
        gap(
            "elsewhere, start unknown",
            new Case().facts(true, event(Event.DATA_SKIPPED, "11:30", "11:40")),
            ReasonCode.GAP_UNKNOWN,
            "may have begun after"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void saysWhatIsTheCase(Expected expected) {
    Explanation explanation =
        Explanations.of(expected.evidence(), ts(expected.from()), ts(expected.until()));

    assertThat(explanation.reasons())
        .as(explanation.sentence())
        .extracting(Reason::code)
        .containsExactlyElementsOf(expected.reasons());
    assertThat(explanation.finality()).isEqualTo(expected.finality());
    assertThat(explanation.sentence()).endsWith(".").doesNotContain("\n");
    for (String words : expected.words()) {
      assertThat(explanation.sentence()).contains(words);
    }
    String document = ExplanationCodec.write(explanation);
    for (ReasonCode reason : expected.reasons()) {
      assertThat(document).contains("\"code\":\"" + reason.text() + "\"");
    }
  }

  @Test
  void everyReasonHasACase() {
    Set<ReasonCode> seen = EnumSet.noneOf(ReasonCode.class);
    all().forEach(expected -> seen.addAll(expected.reasons()));

    assertThat(seen).containsExactlyInAnyOrderElementsOf(Arrays.asList(ReasonCode.values()));
  }

  @Test
  void tellsTheNumbersApartFromTheWords() {
    Case given =
        new Case().captured(0x210, "11:10").above(0x210, "11:10").clock("11:12").waiting(1);
    Explanation behind = Explanations.of(given.evidence(), ts(FROM), ts(UNTIL));

    assertThat(behind.reasons().get(0).behind()).contains(Duration.ofMinutes(12));
    assertThat(behind.reasons().get(0).commits()).hasValue(1);
    assertThat(behind.sentence()).contains("12 min and 1 commit behind");
    assertThat(ExplanationCodec.write(behind))
        .contains("\"behind_seconds\":720.0", "\"commits\":1", "\"status\":\"open\"");
    Explanation stalled =
        Explanations.of(new Case().clock("11:30").evidence(), ts(FROM), ts(UNTIL));
    assertThat(stalled.reasons().get(0).since()).contains(ts("10:58"));
    Explanation idle = Explanations.of(new Case().evidence(), ts(FROM), ts(UNTIL));
    assertThat(idle.reasons().get(0).until()).contains(ts("11:03"));
  }
}
