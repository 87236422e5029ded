package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One table as three readers tell it.
 *
 * @param snapshotLsn Debezium streams the commits after it
 * @param snapshot Debezium's rows of the snapshot
 * @param streamed Debezium's changes, in the order they came
 * @param bronze all changes of the bronze table
 * @param truth what the commits say
 */
record TableHistory(
    Table table,
    String snapshotLsn,
    List<List<Object>> snapshot,
    List<Change> streamed,
    List<Change> bronze,
    Truth truth) {

  /** The product has every change since the enable, as the commits tell them. */
  void bronzeIsTheTruth() {
    assertSame("bronze", bronze, micros(truth.changes()));
  }

  /** Debezium streamed exactly the changes after the snapshot's LSN, as the commits tell them. */
  void streamIsTheTruth() {
    assertSame("stream", streamed, after(truth.changes()));
  }

  /** Debezium and the product tell the same changes after the snapshot's LSN. */
  void streamIsBronze() {
    assertSame("stream and bronze", micros(streamed), after(bronze));
  }

  /** The snapshot with the changes applied to it is the table's present content. */
  void snapshotAndStreamMakeTheTable() {
    Map<List<Object>, List<Object>> rows = snapshotRows();
    for (Change change : streamed) {
      if (!change.before().isEmpty()) {
        rows.remove(truth.key(change.before()));
      }
      if (!change.after().isEmpty()) {
        rows.put(truth.key(change.after()), change.after());
      }
    }
    assertThat(rows.values())
        .as("rows of " + table.name())
        .containsExactlyInAnyOrderElementsOf(truth.finalRows());
  }

  /**
   * Each row of the snapshot is the row that its key had after some commit at or after the
   * snapshot's LSN, and a key without a row had none at some such time. More is not promised: the
   * scan meets rows one after another, and keys that are new behind it.
   */
  void eachSnapshotRowIsSomeVersion() {
    Map<List<Object>, List<Object>> rows = snapshotRows();
    Map<List<Object>, List<List<Object>>> versions = truth.versionsFrom(snapshotLsn);
    assertThat(versions.keySet()).as("keys of " + table.name()).containsAll(rows.keySet());
    versions.forEach(
        (key, known) ->
            assertThat(known)
                .as("versions of " + table.name() + " " + key)
                .contains(rows.getOrDefault(key, List.of())));
  }

  /** Whether the snapshot is the table as a commit left it. */
  boolean snapshotIsStateAt(String lsn) {
    return truth.rowsAt(lsn).equals(snapshotRows());
  }

  private Map<List<Object>, List<Object>> snapshotRows() {
    Map<List<Object>, List<Object>> rows = new LinkedHashMap<>();
    for (List<Object> row : snapshot) {
      assertThat(rows.put(truth.key(row), row)).as("another row of its key").isNull();
    }
    return rows;
  }

  private List<Change> after(List<Change> changes) {
    return changes.stream().filter(change -> change.isAfter(snapshotLsn)).toList();
  }

  private static List<Change> micros(List<Change> changes) {
    return changes.stream().map(Change::inMicroseconds).toList();
  }

  private void assertSame(String what, List<Change> actual, List<Change> expected) {
    int common = Math.min(actual.size(), expected.size());
    for (int i = 0; i < common; i++) {
      if (!actual.get(i).equals(expected.get(i))) {
        throw new AssertionError(
            "%s of %s, change %d:%n%s%ndiffers from%n%s"
                .formatted(what, table.name(), i, actual.get(i), expected.get(i)));
      }
    }
    List<Change> more = new ArrayList<>(actual.subList(common, actual.size()));
    more.addAll(expected.subList(common, expected.size()));
    assertThat(more)
        .as("%s of %s: %d, not %d", what, table.name(), actual.size(), expected.size())
        .isEmpty();
  }
}
