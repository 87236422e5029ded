package io.strandline.stream;

import io.strandline.codec.FactsDetail;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Optional;

/**
 * Rows of events that a commit without a batch tells.
 *
 * @param state before the commit
 * @param target the table's name
 */
record StateEvents(StreamState state, String target) {

  /** What {@code table_replaced} tells. */
  static final String ANOTHER_TABLE = "another table had this name";

  /**
   * Whether the first commit of a table after its creation comes after another table of its name
   * had a row in the control table.
   */
  static boolean replacesAnotherTable(StreamState state, Optional<ControlRow> published) {
    return state.batchId() == StreamState.CREATION
        && published
            .filter(row -> !row.tableId().equals(state.tableId()) || row.finalizedUntil().isEmpty())
            .isPresent();
  }

  /** A row that names the stream and the event. */
  FactsRow identified(Event event) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, state.tableId())
        .with(FactsColumn.APP_ID, state.appId())
        .with(FactsColumn.TARGET, target)
        .with(FactsColumn.GENERATION, state.generation())
        .with(FactsColumn.EVENT, event.text());
  }

  /** An event without rows. */
  FactsRow change(Event event, String what) {
    return identified(event)
        .with(FactsColumn.ROWS, 0L)
        .with(FactsColumn.DETAIL, FactsDetail.change(what));
  }
}
