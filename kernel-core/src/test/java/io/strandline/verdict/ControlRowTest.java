package io.strandline.verdict;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.lsn.Offset;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlRowTest {

  private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");

  @Test
  void aLaterOffsetBringsItsVerdict() {
    ControlRow there = row("id-1", 12, 100);
    ControlRow wanted = row("id-1", 13, 200);

    assertThat(wanted.over(there)).isEqualTo(wanted);
  }

  @Test
  void anOlderRowChangesNothing() {
    ControlRow there = row("id-1", 13, 200);

    assertThat(row("id-1", 12, 100).over(there)).isEqualTo(there);
  }

  @Test
  void theSameRowAgainChangesNothing() {
    ControlRow there = row("id-1", 13, 200);

    assertThat(there.over(there)).isEqualTo(there);
    assertThat(there.saysTheSameAs(there)).isTrue();
  }

  @Test
  void aLaterOffsetWithoutAVerdictKeepsThePublishedOne() {
    ControlRow there = row("id-1", 12, 100);
    ControlRow wanted = without(row("id-1", 13, 200));

    assertThat(wanted.over(there).finalizedUntil()).isEqualTo(there.finalizedUntil());
    assertThat(wanted.over(there).end()).isEqualTo(wanted.end());
  }

  @Test
  void anotherTablesRowIsReplacedEvenByAnEarlierVerdict() {
    ControlRow there = row("id-1", 13, 200);
    ControlRow wanted = without(row("id-2", 0, 50));

    assertThat(wanted.over(there)).isEqualTo(wanted);
  }

  @Test
  void aGapFoundAtTheSameOffsetIsPublished() {
    ControlRow there = row("id-1", 12, 100);
    ControlRow wanted = losslessSince(there, NOON.plusSeconds(3600));

    assertThat(wanted.over(there).losslessSince()).isEqualTo(NOON.plusSeconds(3600));
    assertThat(there.over(wanted).losslessSince()).isEqualTo(NOON.plusSeconds(3600));
  }

  /** A stream may begin while the clock is ahead, and its load when it is right again. */
  @Test
  void aRowWithoutAVerdictPromisesNoHistory() {
    ControlRow there = without(losslessSince(row("id-1", 12, 100), NOON.plusSeconds(3600)));
    ControlRow wanted = losslessSince(row("id-1", 12, 200), NOON);

    assertThat(wanted.over(there)).isEqualTo(wanted);
    assertThat(there.over(wanted)).isEqualTo(wanted);
  }

  @Test
  void neitherEndNorVerdictEverMoveBackForOneTable() {
    Property.forAllPairs(
        ControlRowTest::any,
        (wanted, there) -> {
          ControlRow written = wanted.over(there);
          assertThat(written.end().orElseThrow().lsn())
              .isGreaterThanOrEqualTo(there.end().orElseThrow().lsn());
          assertThat(written.end().orElseThrow().lsn())
              .isGreaterThanOrEqualTo(wanted.end().orElseThrow().lsn());
          there
              .finalizedUntil()
              .ifPresent(
                  verdict ->
                      assertThat(written.finalizedUntil().orElseThrow()).isAfterOrEqualTo(verdict));
          assertThat(written.over(there)).isEqualTo(written);
          assertThat(wanted.over(written)).isEqualTo(written);
        });
  }

  @Test
  void theOrderOfTwoWritersDoesNotMatter() {
    Property.forAllPairs(
        ControlRowTest::any,
        (a, b) -> {
          ControlRow first = row("id-1", 0, 1);
          if (!a.end().map(Offset::lsn).equals(b.end().map(Offset::lsn))) {
            assertThat(a.over(b.over(first))).isEqualTo(b.over(a.over(first)));
          }
        });
  }

  @Test
  void readersSeeVerdictGapAndTableOnly() {
    ControlRow there = row("id-1", 12, 100);

    assertThat(row("id-1", 12, 200).saysTheSameAs(there)).isTrue();
    assertThat(row("id-1", 13, 100).saysTheSameAs(there)).isFalse();
    assertThat(row("id-2", 12, 100).saysTheSameAs(there)).isFalse();
  }

  @Test
  void knowsWhetherItIsAheadOfAState() {
    assertThat(row("id-1", 12, 100).isAheadOf(lsn(99))).isTrue();
    assertThat(row("id-1", 12, 100).isAheadOf(lsn(100))).isFalse();
  }

  @Test
  void aGroupsRowHasNoEndUntilItsTablesAreOneState() {
    ControlRow first = withoutEnd(row("group-1", 12, 1));
    ControlRow wanted = row("group-1", 12, 100);

    assertThat(first.isAheadOf(lsn(0))).isFalse();
    assertThat(wanted.over(first)).isEqualTo(wanted);
    assertThat(first.over(wanted)).isEqualTo(wanted);
    assertThat(first.over(first)).isEqualTo(first);
    assertThat(wanted.saysTheSameAs(first)).isFalse();
    assertThat(withoutEnd(row("group-1", 13, 1)).over(first).finalizedUntil())
        .contains(NOON.plusSeconds(13 * 3600));
  }

  @Test
  void aGroupOfOtherMembersReplacesTheRowWithoutAVerdictOnly() {
    ControlRow there = row("group-1", 12, 100);

    assertThat(row("group-2", 13, 200).over(there)).isEqualTo(there);
    assertThat(withoutEnd(without(row("group-2", 13, 200))).over(there))
        .isEqualTo(withoutEnd(without(row("group-2", 13, 200))));
  }

  private static ControlRow withoutEnd(ControlRow row) {
    return new ControlRow(
        row.tableName(),
        row.tableId(),
        row.appId(),
        row.finalizedUntil(),
        row.granularity(),
        row.losslessSince(),
        Optional.empty());
  }

  private static ControlRow any(Draw draw) {
    ControlRow row = row("id-1", draw.between(0, 20), draw.between(2, 40));
    return draw.perMille(200) ? without(row) : row;
  }

  private static ControlRow row(String tableId, int hour, long lsn) {
    Instant verdict = NOON.plusSeconds(3600L * hour);
    return new ControlRow(
        "sales/orders",
        tableId,
        "app",
        Optional.of(verdict),
        Granularity.HOUR,
        NOON,
        new Offset(lsn(lsn), verdict.plusSeconds(5)));
  }

  private static ControlRow losslessSince(ControlRow row, Instant losslessSince) {
    return new ControlRow(
        row.tableName(),
        row.tableId(),
        row.appId(),
        row.finalizedUntil(),
        row.granularity(),
        losslessSince,
        row.end());
  }

  private static ControlRow without(ControlRow row) {
    return new ControlRow(
        row.tableName(),
        row.tableId(),
        row.appId(),
        Optional.empty(),
        row.granularity(),
        row.losslessSince(),
        row.end());
  }
}
