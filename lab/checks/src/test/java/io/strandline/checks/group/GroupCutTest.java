package io.strandline.checks.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lsn.Lsn;
import io.strandline.report.GroupReport;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import io.strandline.stream.StreamGroup;
import io.strandline.verdict.ControlRow;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Money moves between tables, and every published cut shows all of it. */
class GroupCutTest {

  private static final long ALL = 2L * Bank.ACCOUNTS * Bank.EACH;

  @TempDir Path folder;

  @Test
  void everyCutWithAnEndIsOneTransactionalState() {
    try (Bank bank = new Bank(folder, "left_side", "right_side")) {
      Stream left = bank.stream("left_side");
      StreamGroup group = bank.strandline.group("bank", List.of(left, bank.stream("right_side")));
      left.ingest();
      // Capture stands still between the two loads, so the second one sees more than its stamp.
      bank.move("left_side", "right_side", 7, 1);
      bank.move("right_side", "left_side", 3, 2);
      GroupReport first = group.ingest();

      assertThat(first.failed()).isEmpty();
      assertThat(first.members().get(1).report()).containsInstanceOf(IngestReport.Loaded.class);
      assertThat(first.published().flatMap(ControlRow::end)).isEmpty();
      assertThat(sum(bank, first.cut().orElseThrow().lsn())).isNotEqualTo(ALL);

      bank.captureOne();
      GroupReport second = group.ingest();
      assertThat(second.published().flatMap(ControlRow::end)).isEmpty();
      assertThat(sum(bank, second.cut().orElseThrow().lsn())).isNotEqualTo(ALL);

      int ends = 0;
      for (int round = 0; round < 6; round++) {
        bank.move("left_side", "right_side", 11 + round, round % Bank.ACCOUNTS);
        bank.captureOne();
        bank.captureOne();
        GroupReport report = group.ingest();
        ControlRow row = report.published().orElseThrow();
        assertThat(row.tableName()).isEqualTo("group:bank");
        if (row.end().isPresent()) {
          assertThat(sum(bank, row.end().get().lsn())).isEqualTo(ALL);
          assertThat(row.finalizedUntil().orElseThrow())
              .isBeforeOrEqualTo(row.end().get().commitTs());
          ends++;
        }
      }
      assertThat(ends).isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void anotherMembershipBeginsWithoutACut() {
    try (Bank bank = new Bank(folder, "left_side", "right_side", "middle")) {
      List<Stream> two = List.of(bank.stream("left_side"), bank.stream("right_side"));
      bank.strandline.ingestGroup("bank", two);
      bank.move("left_side", "right_side", 7, 1);
      bank.drain();
      ControlRow before = bank.strandline.ingestGroup("bank", two).published().orElseThrow();
      bank.move("middle", "right_side", 5, 1);
      ControlRow after =
          bank.strandline
              .ingestGroup("bank", List.of(two.get(0), two.get(1), bank.stream("middle")))
              .published()
              .orElseThrow();

      assertThat(before.end()).isPresent();
      assertThat(before.finalizedUntil()).isPresent();
      assertThat(after.tableId()).isNotEqualTo(before.tableId());
      assertThat(after.end()).isEmpty();
    }
  }

  private static long sum(Bank bank, Lsn cut) {
    return bank.sum(cut, "left_side", "right_side");
  }
}
