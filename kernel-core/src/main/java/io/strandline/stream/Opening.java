package io.strandline.stream;

import io.strandline.error.FactsUnavailableException;
import io.strandline.error.StrandlineException;
import io.strandline.facts.FactsColumn;
import io.strandline.plan.TargetCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.FactsTable;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Optional;

/**
 * The first step of a call: the tables as they are, checked against each other.
 *
 * <p>Verdict and facts are read before the state, so only what is ahead of a state read later means
 * that the table went back.
 *
 * @param published the table's control row
 * @param head the bronze table; never foreign
 * @param factsMissing whether the newest batch's facts are not written yet
 */
record Opening(Optional<ControlRow> published, BronzeHead head, boolean factsMissing) {

  static Opening read(StreamTables tables) {
    Optional<ControlRow> published = tables.control().read(tables.bronze().name());
    FactsTable.View facts = tables.facts().view();
    BronzeHead head = tables.bronze().head();
    if (head instanceof BronzeHead.Foreign foreign) {
      long newest = facts.newestBatch(foreign.tableId(), tables.appId());
      throw TargetCheck.withoutState(tables.bronze().name(), published, newest, foreign.tableId());
    }
    if (!(head instanceof BronzeHead.Present table)) {
      return new Opening(published, head, false);
    }
    StreamState state = table.state();
    long newest = facts.newestBatch(table.tableId(), state.appId());
    TargetCheck.verify(tables.appId(), table, published, newest);
    return new Opening(published, table, newest < state.batchId());
  }

  /** Writes the newest batch's facts if a crash left them out. */
  void repairFacts(StreamTables tables) {
    if (!factsMissing || !(head instanceof BronzeHead.Present table)) {
      return;
    }
    try {
      tables.appendFacts(table.state());
    } catch (StrandlineException e) {
      String headroom =
          table
              .state()
              .lastBatch()
              .flatMap(LastBatch::batch)
              .flatMap(row -> row.get(FactsColumn.RETENTION_HEADROOM_HOURS, Double.class))
              .map(hours -> "; retention headroom was " + hours + " h at the last batch")
              .orElse("");
      throw new FactsUnavailableException(
          "the facts of batch "
              + table.state().batchId()
              + " cannot be written: "
              + e.getMessage()
              + headroom,
          "make the facts table writable and call again; no batch is committed before. "
              + e.remedy(),
          e);
    }
  }
}
