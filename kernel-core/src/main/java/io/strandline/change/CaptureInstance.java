package io.strandline.change;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * A set of columns of a table that change data capture tracks; at most two a table (documented).
 *
 * @param name the instance's name
 * @param sourceSchema schema of the source table
 * @param sourceTable name of the source table
 * @param sourceObjectId object id of the source table
 * @param startLsn start of the instance's valid range as its catalog row says; empty if not yet set
 * @param created when it was enabled, server-local
 * @param columns in ordinal order
 */
public record CaptureInstance(
    String name,
    String sourceSchema,
    String sourceTable,
    int sourceObjectId,
    Optional<Lsn> startLsn,
    LocalDateTime created,
    List<CapturedColumn> columns) {

  public CaptureInstance {
    columns = List.copyOf(columns);
  }
}
