package io.strandline.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lsn.Lsn;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SnapshotRowsTest {

  private static final Lsn STAMP = Lsn.parse("0x00000025000000280066");

  @Test
  void becomeRowsOfOperationZeroAtTheStamp() {
    LongVector ids = new LongVector.Builder(2).add(7).add(8).build();

    BronzeRows rows = new SnapshotRows(2, List.of(ids)).stamped(STAMP, 1_700_000_000_000_000L);

    assertThat(rows.changes().captured()).containsExactly(ids);
    for (int row = 0; row < 2; row++) {
      assertThat(rows.changes().startLsn().lsn(row)).isEqualTo(STAMP);
      assertThat(rows.changes().seqval().isNull(row)).isTrue();
      assertThat(rows.changes().operation().get(row)).isEqualTo(Operation.SNAPSHOT.code());
      assertThat(rows.changes().commandId().isNull(row)).isTrue();
      assertThat(rows.commitTs().get(row)).isEqualTo(1_700_000_000_000_000L);
    }
  }

  @Test
  void refuseVectorsOfAnotherSize() {
    LongVector two = new LongVector.Builder(2).add(7).add(8).build();

    assertThatThrownBy(() -> new SnapshotRows(3, List.of(two)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SnapshotRows(0, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
