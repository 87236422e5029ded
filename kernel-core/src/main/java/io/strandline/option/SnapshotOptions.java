package io.strandline.option;

import io.strandline.snapshot.SnapshotIsolation;
import io.strandline.snapshot.SnapshotReads;
import java.time.Duration;
import java.util.Optional;

/** Reads the options that say how a first load sees the source table. */
final class SnapshotOptions {

  private static final int NANOS_PER_MILLI = 1_000_000;

  private SnapshotOptions() {}

  /** How the table is read; faults go to the values. */
  static SnapshotReads of(OptionValues values) {
    boolean snapshot =
        values.choice(
            Option.SNAPSHOT_ISOLATION,
            SnapshotIsolation.READ_COMMITTED.text(),
            SnapshotIsolation.SNAPSHOT.text());
    Optional<Duration> timeout =
        values.durationOrOff(
            Option.LOCK_TIMEOUT, SnapshotReads.SHORTEST_TIMEOUT, SnapshotReads.LONGEST_TIMEOUT);
    if (timeout.filter(time -> time.getNano() % NANOS_PER_MILLI != 0).isPresent()) {
      values.fault(
          Option.LOCK_TIMEOUT, Option.LOCK_TIMEOUT.javaName() + " has a fraction of a millisecond");
    }
    return new SnapshotReads(
        snapshot ? SnapshotIsolation.SNAPSHOT : SnapshotIsolation.READ_COMMITTED,
        timeout.filter(SnapshotReads::isTimeout));
  }
}
