package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.change.IntVector;
import io.strandline.lsn.Lsn;
import io.strandline.sqlserver.BatchFiller.UnmappedCommit;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BatchFillerTest {

  private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 1, 12, 0);

  private final List<Object[]> changes = new ArrayList<>();
  private final List<Object[]> mapping = new ArrayList<>();

  private static byte[] lsn(int number) {
    byte[] bytes = new byte[Lsn.BYTES];
    bytes[8] = (byte) (number >> 8);
    bytes[9] = (byte) number;
    return bytes;
  }

  private void commit(int lsn, int rows) {
    commitTime(lsn, NOON.plusSeconds(lsn));
    for (int i = 0; i < rows; i++) {
      changes.add(new Object[] {lsn(lsn), lsn(10_000 + i), 2, i + 1, lsn * 100 + i});
    }
  }

  private void commitTime(int lsn, LocalDateTime local) {
    mapping.add(new Object[] {lsn(lsn), local});
  }

  private BatchFiller filler(FakeRows rows, FakeRows times, FetchLimits limits) {
    List<ColumnReader> readers =
        List.of(
            ColumnReaders.of(
                new SourceType("int", 0, 10, 0),
                io.strandline.change.ColumnType.of(io.strandline.change.ColumnType.Kind.INT)));
    return new BatchFiller(rows.resultSet(), new CommitTimes(times.resultSet()), readers, limits);
  }

  private BatchFiller filler(FetchLimits limits) {
    return filler(FakeRows.of(changes), FakeRows.of(mapping), limits);
  }

  private static long millis(LocalDateTime local) {
    return local.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  @Test
  void fillsBatchesOfAtMostSoManyRows() throws Exception {
    commit(1, 2);
    commit(2, 3);
    BatchFiller filler = filler(new FetchLimits(2, 1 << 20, 1));

    ChangeBatch first = filler.next().orElseThrow();
    ChangeBatch second = filler.next().orElseThrow();
    ChangeBatch third = filler.next().orElseThrow();

    assertThat(List.of(first.rows(), second.rows(), third.rows())).containsExactly(2, 2, 1);
    assertThat(filler.next()).isEmpty();
    assertThat(filler.next()).isEmpty();
    assertThat(third.startLsn().lsn(0)).isEqualTo(Lsn.of(lsn(2)));
    assertThat(third.seqval().lsn(0)).isEqualTo(Lsn.of(lsn(10_002)));
    assertThat(third.operation().get(0)).isEqualTo(2);
    assertThat(third.commandId().get(0)).isEqualTo(3);
    assertThat(((IntVector) third.captured().get(0)).get(0)).isEqualTo(202);
    assertThat(third.commitLocal().get(0)).isEqualTo(millis(NOON.plusSeconds(2)));
  }

  @Test
  void endsABatchOnceItsBytesAreReached() throws Exception {
    commit(1, 10);
    // A row counts 36 bytes and its int 4.
    BatchFiller filler = filler(new FetchLimits(1_000, 41, 1));

    assertThat(filler.next().map(ChangeBatch::rows)).contains(2);
    assertThat(filler.next().map(ChangeBatch::rows)).contains(2);
  }

  @Test
  void drawsNoMoreRowsThanItHandsOver() throws Exception {
    commit(1, 10);
    FakeRows rows = FakeRows.of(changes);
    BatchFiller filler = filler(rows, FakeRows.of(mapping), new FetchLimits(3, 1 << 20, 1));

    filler.next();

    assertThat(rows.drawn()).isEqualTo(3);
  }

  @Test
  void passesOverCommitsOfOtherTables() throws Exception {
    commitTime(1, NOON);
    commit(2, 1);
    commitTime(3, NOON.minusHours(1));
    commitTime(4, NOON);
    commit(5, 1);
    commitTime(6, NOON);
    FakeRows times = FakeRows.of(mapping);
    BatchFiller filler = filler(FakeRows.of(changes), times, FetchLimits.DEFAULT);

    ChangeBatch batch = filler.next().orElseThrow();

    assertThat(batch.commitLocal().get(0)).isEqualTo(millis(NOON.plusSeconds(2)));
    assertThat(batch.commitLocal().get(1)).isEqualTo(millis(NOON.plusSeconds(5)));
    assertThat(times.drawn()).isEqualTo(5);
  }

  @Test
  void keepsTheThreeDigitsOfADatetime() throws Exception {
    mapping.add(new Object[] {lsn(1), NOON.plusNanos(3_333_333)});
    mapping.add(new Object[] {lsn(2), NOON.plusNanos(6_666_667)});
    mapping.add(new Object[] {lsn(3), NOON.plusNanos(996_666_667)});
    for (int i = 1; i <= 3; i++) {
      changes.add(new Object[] {lsn(i), lsn(1), 2, 1, 0});
    }

    ChangeBatch batch = filler(FetchLimits.DEFAULT).next().orElseThrow();

    assertThat(batch.commitLocal().get(0)).isEqualTo(millis(NOON) + 3);
    assertThat(batch.commitLocal().get(1)).isEqualTo(millis(NOON) + 7);
    assertThat(batch.commitLocal().get(2)).isEqualTo(millis(NOON) + 997);
  }

  @Test
  void refusesARowWhoseCommitHasNoTime() {
    commitTime(1, NOON);
    commitTime(3, NOON);
    changes.add(new Object[] {lsn(2), lsn(1), 2, 1, 0});

    assertThatThrownBy(() -> filler(FetchLimits.DEFAULT).next())
        .isInstanceOfSatisfying(
            UnmappedCommit.class, error -> assertThat(error.lsn()).isEqualTo(Lsn.of(lsn(2))));
  }

  @Test
  void refusesARowBeyondTheLastTime() {
    commitTime(1, NOON);
    changes.add(new Object[] {lsn(2), lsn(1), 2, 1, 0});

    assertThatThrownBy(() -> filler(FetchLimits.DEFAULT).next()).isInstanceOf(UnmappedCommit.class);
  }

  @Test
  void leavesAMissingCommandIdNull() throws Exception {
    commitTime(1, NOON);
    changes.add(new Object[] {lsn(1), lsn(1), 1, null, null});

    Optional<ChangeBatch> batch = filler(FetchLimits.DEFAULT).next();

    assertThat(batch.orElseThrow().commandId().isNull(0)).isTrue();
    assertThat(batch.orElseThrow().captured().get(0).isNull(0)).isTrue();
  }
}
