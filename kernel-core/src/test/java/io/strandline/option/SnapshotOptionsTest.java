package io.strandline.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.snapshot.SnapshotIsolation;
import io.strandline.snapshot.SnapshotReads;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SnapshotOptionsTest {

  @Test
  void readsCommittedRowsAndWaitsByDefault() {
    OptionValues values = new OptionValues();

    assertThat(SnapshotOptions.of(values)).isEqualTo(SnapshotReads.DEFAULT);
    values.throwIfFaulty();
  }

  @Test
  void takesWhatIsGiven() {
    OptionValues values =
        new OptionValues()
            .set(Option.SNAPSHOT_ISOLATION, "snapshot")
            .set(Option.LOCK_TIMEOUT, "PT2.5S");

    assertThat(SnapshotOptions.of(values))
        .isEqualTo(
            new SnapshotReads(SnapshotIsolation.SNAPSHOT, Optional.of(Duration.ofMillis(2500))));
    values.throwIfFaulty();
  }

  @ParameterizedTest
  @CsvSource({
    "SNAPSHOT_ISOLATION, read_uncommitted",
    "SNAPSHOT_ISOLATION, Snapshot",
    "LOCK_TIMEOUT, 5",
    "LOCK_TIMEOUT, PT0S",
    "LOCK_TIMEOUT, P2D",
    "LOCK_TIMEOUT, PT0.0015S"
  })
  void refusesAnythingElseByName(Option option, String text) {
    OptionValues values = new OptionValues().set(option, text);
    SnapshotOptions.of(values);

    assertThatThrownBy(values::throwIfFaulty)
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining(option.javaName());
  }
}
