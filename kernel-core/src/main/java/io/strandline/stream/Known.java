package io.strandline.stream;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.FactsTable;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The highest that is known of a table, under the id of its state and under its present one.
 *
 * @param highest offset of the state, the control row and the facts
 * @param batch newest batch of the state and the facts
 */
record Known(Offset highest, long batch) {

  /** Facts rows in which the newest end of a table is looked for. */
  private static final int NEWEST_FACTS = 100;

  static Known of(
      BronzeHead.Present table,
      String name,
      Optional<ControlRow> published,
      FactsTable.View facts) {
    StreamState state = table.state();
    Set<String> ids = new HashSet<>(Set.of(state.tableId()));
    ids.add(table.tableId());
    Optional<Offset> row =
        published.filter(there -> ids.contains(there.tableId())).flatMap(ControlRow::end);
    Offset highest = later(state.offset(), row);
    long batch = state.batchId();
    for (String id : ids) {
      batch = Math.max(batch, facts.newestBatch(id, state.appId()));
    }
    if (batch > state.batchId()) {
      for (FactsRow newest : facts.history(name, Instant.EPOCH, NEWEST_FACTS)) {
        highest = later(highest, end(newest, ids));
      }
    }
    return new Known(highest, batch);
  }

  private static Optional<Offset> end(FactsRow row, Set<String> ids) {
    Optional<String> lsn =
        row.get(FactsColumn.TABLE_ID, String.class)
            .filter(ids::contains)
            .flatMap(id -> row.get(FactsColumn.END_LSN, String.class));
    Optional<Instant> ts = row.get(FactsColumn.END_COMMIT_TS, Instant.class);
    return lsn.isPresent() && ts.isPresent()
        ? Optional.of(new Offset(Lsn.parse(lsn.get()), ts.get()))
        : Optional.empty();
  }

  private static Offset later(Offset offset, Optional<Offset> other) {
    return other.filter(there -> there.lsn().isAfter(offset.lsn())).orElse(offset);
  }
}
