package io.strandline.port;

import io.strandline.time.MappedCommit;
import java.util.List;
import java.util.Optional;

/**
 * One look at the source: all that planning needs but the changes themselves.
 *
 * <p>{@code max} is read first, so whatever it names was captured before the rest was read.
 *
 * @param max {@code max_lsn} and its commit time; empty while capture has never recorded a commit
 * @param clock the server's clock
 * @param server the server's own name ({@code @@SERVERNAME}); empty if it does not tell one
 * @param database the database's name
 * @param brokerGuid its {@code service_broker_guid}; empty if this login cannot read it
 * @param readOnlyReplica whether the database is a readable secondary
 * @param atOrBelow newest mapping row at or below the request's position
 * @param above oldest mapping row above the request's position
 * @param instances the capture instances of the followed table that this login may see, oldest
 *     first; empty if the table is not found
 * @param warnings what a person should know of the connection
 */
public record SourcePoll(
    Optional<MappedCommit> max,
    ServerClock clock,
    Optional<String> server,
    String database,
    Optional<String> brokerGuid,
    boolean readOnlyReplica,
    Optional<MappedCommit> atOrBelow,
    Optional<MappedCommit> above,
    List<InstanceView> instances,
    List<String> warnings) {

  public SourcePoll {
    instances = List.copyOf(instances);
    warnings = List.copyOf(warnings);
  }

  /** The same, seen only up to an earlier {@code max_lsn}. */
  public SourcePoll upTo(MappedCommit earlier) {
    return new SourcePoll(
        Optional.of(earlier),
        clock,
        server,
        database,
        brokerGuid,
        readOnlyReplica,
        atOrBelow,
        above,
        instances,
        warnings);
  }

  /** The same with its instances in another order. */
  public SourcePoll with(List<InstanceView> ordered) {
    return new SourcePoll(
        max,
        clock,
        server,
        database,
        brokerGuid,
        readOnlyReplica,
        atOrBelow,
        above,
        ordered,
        warnings);
  }

  /** The same at another time of the server's clock. */
  public SourcePoll at(ServerClock now) {
    return new SourcePoll(
        max,
        now,
        server,
        database,
        brokerGuid,
        readOnlyReplica,
        atOrBelow,
        above,
        instances,
        warnings);
  }

  /**
   * The view of an instance by its name, or by one that differs in case only, as SQL Server finds
   * it (seen in production); the exact name goes first.
   */
  public Optional<InstanceView> instance(String name) {
    return instances.stream()
        .filter(view -> view.instance().name().equals(name))
        .findFirst()
        .or(
            () ->
                instances.stream()
                    .filter(view -> view.instance().name().equalsIgnoreCase(name))
                    .findFirst());
  }
}
