package io.strandline.port;

import io.strandline.lsn.Lsn;
import io.strandline.snapshot.SnapshotTable;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table before its snapshot.
 *
 * @param database the database's name
 * @param brokerGuid its {@code service_broker_guid}; empty if this login cannot read it
 * @param maxLsn {@code max_lsn}, read before all else; empty if NULL
 * @param minLsn the instance's retention watermark; empty for unknown
 * @param snapshotIsolationAllowed whether the database allows SNAPSHOT isolation
 * @param table what is read
 * @param rowEstimate rows as the server's catalog counts them; empty if it does not say
 */
public record SnapshotView(
    String database,
    Optional<String> brokerGuid,
    Optional<Lsn> maxLsn,
    Optional<Lsn> minLsn,
    boolean snapshotIsolationAllowed,
    SnapshotTable table,
    OptionalLong rowEstimate) {}
