package io.strandline.port;

import io.strandline.time.MappedCommit;
import java.util.Optional;

/**
 * How far a database is captured: what a look tells that is the database's and no stream's.
 *
 * @param max {@code max_lsn} and its commit time; empty while capture has never recorded a commit
 * @param clock the server's clock
 * @param database the database's name
 * @param brokerGuid its {@code service_broker_guid}; empty if this login cannot read it
 * @param readOnlyReplica whether the database is a readable secondary
 */
public record Frontier(
    Optional<MappedCommit> max,
    ServerClock clock,
    String database,
    Optional<String> brokerGuid,
    boolean readOnlyReplica) {

  /** Whether a look saw the same, but for the time on the clock. */
  public boolean isOf(SourcePoll poll) {
    return max.equals(poll.max())
        && clock.zone().equals(poll.clock().zone())
        && database.equals(poll.database())
        && brokerGuid.equals(poll.brokerGuid())
        && readOnlyReplica == poll.readOnlyReplica();
  }
}
