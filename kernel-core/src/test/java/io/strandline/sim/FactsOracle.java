package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.contract.BronzeRow;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Knows which facts must be there: the rows of every committed batch, once, and true. */
final class FactsOracle {

  private static final String FACTS = "facts";

  private final World world;
  private final Set<String> batches = new HashSet<>();

  FactsOracle(World world) {
    this.world = world;
  }

  /** Judges the facts of a batch as they are written. */
  void written(BronzeLog log, long batchId, List<FactsRow> rows) {
    Violation.unless(batches.add(log.tableId() + " " + batchId), FACTS, "batch %s again", batchId);
    BronzeVersion version =
        version(log, batchId)
            .orElseThrow(() -> new Violation(FACTS, "batch " + batchId + " is not committed"));
    LastBatch last = version.state().orElseThrow().lastBatch().orElseThrow();
    List<FactsRow> expected = new ArrayList<>();
    last.batch().ifPresent(expected::add);
    expected.addAll(world.events(last));
    List<FactsRow> without = rows.stream().map(FactsOracle::withoutWrittenAt).toList();
    Violation.unless(without.equals(expected), FACTS, "%s is not %s", without, expected);
    last.batch().ifPresent(batch -> verifyCounts(version, batch));
    for (FactsRow event : world.events(last)) {
      Violation.unless(
          event.get(FactsColumn.EVENT, String.class).isPresent(), FACTS, "no event: %s", event);
    }
  }

  private static FactsRow withoutWrittenAt(FactsRow row) {
    FactsRow without = FactsRow.empty();
    for (var entry : row.values().entrySet()) {
      if (entry.getKey() != FactsColumn.WRITTEN_AT) {
        without = without.with(entry.getKey(), entry.getValue());
      }
    }
    return without;
  }

  private static void verifyCounts(BronzeVersion version, FactsRow facts) {
    StreamState state = version.state().orElseThrow();
    List<BronzeRow> rows = version.added().stream().flatMap(f -> f.rows().stream()).toList();
    equal(facts, FactsColumn.EVENT, Optional.empty());
    equal(facts, FactsColumn.TABLE_ID, Optional.of(state.tableId()));
    equal(facts, FactsColumn.BATCH_ID, Optional.of(state.batchId()));
    equal(facts, FactsColumn.ROWS, Optional.of((long) rows.size()));
    equal(facts, FactsColumn.INSERTS, Optional.of(count(rows, Operation.INSERT)));
    equal(facts, FactsColumn.UPDATES, Optional.of(count(rows, Operation.UPDATE_AFTER)));
    equal(facts, FactsColumn.DELETES, Optional.of(count(rows, Operation.DELETE)));
    equal(facts, FactsColumn.MIN_LSN, first(rows).map(row -> row.startLsn().toString()));
    equal(facts, FactsColumn.MAX_LSN, last(rows).map(row -> row.startLsn().toString()));
    equal(facts, FactsColumn.MIN_COMMIT_TS, first(rows).map(BronzeRow::commitTs));
    equal(facts, FactsColumn.MAX_COMMIT_TS, last(rows).map(BronzeRow::commitTs));
    equal(facts, FactsColumn.END_LSN, Optional.of(state.offset().lsn().toString()));
    equal(facts, FactsColumn.END_COMMIT_TS, Optional.of(state.offset().commitTs()));
    equal(facts, FactsColumn.FILES, Optional.of(version.added().size()));
    Optional<Instant> max = facts.get(FactsColumn.SOURCE_MAX_COMMIT_TS, Instant.class);
    Violation.unless(
        max.isPresent() && !max.get().isBefore(state.offset().commitTs()),
        FACTS,
        "the source's newest commit is at %s and the batch ends at %s",
        max,
        state.offset());
  }

  private static long count(List<BronzeRow> rows, Operation operation) {
    return rows.stream().filter(row -> row.operation() == operation.code()).count();
  }

  private static Optional<BronzeRow> first(List<BronzeRow> rows) {
    return rows.stream().findFirst();
  }

  private static Optional<BronzeRow> last(List<BronzeRow> rows) {
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(rows.size() - 1));
  }

  private static void equal(FactsRow facts, FactsColumn column, Optional<?> expected) {
    Optional<?> value = Optional.ofNullable(facts.values().get(column));
    Violation.unless(
        value.equals(expected), FACTS, "%s is %s, not %s", column.columnName(), value, expected);
  }

  private static Optional<BronzeVersion> version(BronzeLog log, long batchId) {
    return log.versions().stream()
        .filter(v -> v.state().filter(state -> state.batchId() == batchId).isPresent())
        .findFirst();
  }

  /** Whether every batch of a table has its facts. */
  void verifyComplete(BronzeLog log, long newest) {
    for (long batchId = 0; batchId <= newest; batchId++) {
      Violation.unless(
          batches.contains(log.tableId() + " " + batchId), FACTS, "none of batch %s", batchId);
    }
  }
}
