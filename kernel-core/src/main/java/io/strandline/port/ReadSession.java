package io.strandline.port;

import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import java.util.List;
import java.util.Optional;

/**
 * What a reading session saw before its first row; it may be on another server than the poll.
 *
 * @param database its database's name
 * @param brokerGuid its {@code service_broker_guid}; empty if this login cannot read it
 * @param maxLsn its {@code max_lsn}; empty if NULL
 * @param columns the wanted columns with the types that the result set has them in
 */
public record ReadSession(
    String database, Optional<String> brokerGuid, Optional<Lsn> maxLsn, List<TableColumn> columns) {

  public ReadSession {
    columns = List.copyOf(columns);
  }
}
