package io.strandline.sim;

import io.strandline.facts.FactsRow;
import io.strandline.verdict.ControlRow;
import java.util.List;
import java.util.Optional;

/** Sees every change of a warehouse at the moment it becomes visible. */
interface Witness {

  /** Sees nothing. */
  Witness NONE = new Witness() {};

  /** A bronze table came to be. */
  default void created(BronzeLog log) {}

  /** An own version was added; it is the log's newest. */
  default void committed(BronzeLog log, BronzeVersion version) {}

  /** Another writer's version was added. */
  default void foreign(BronzeLog log, BronzeVersion version) {}

  /** A file was deleted. */
  default void deleted(DataFile file) {}

  /** A batch's facts were written. */
  default void factsWritten(String tableId, String appId, long batchId, List<FactsRow> rows) {}

  /** A control row was written over another. */
  default void published(Optional<ControlRow> before, ControlRow after) {}
}
