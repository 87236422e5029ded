package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;

/**
 * A version of a bronze table's log.
 *
 * @param number from 0
 * @param state the domain metadata that the commit carries; empty for another writer's commit
 * @param captured the table's columns for captured values
 * @param added files
 * @param foreign what another writer's commit did; empty for an own one
 */
record BronzeVersion(
    long number,
    Optional<StreamState> state,
    List<TableColumn> captured,
    List<DataFile> added,
    Optional<Foreign> foreign) {

  /**
   * What another writer did.
   *
   * @param harmful whether rows and state have parted ways
   * @param what in words
   */
  record Foreign(boolean harmful, String what) {}
}
