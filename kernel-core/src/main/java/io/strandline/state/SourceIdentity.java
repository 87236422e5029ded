package io.strandline.state;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * What travels inside a database and tells it from another, and where it was seen last.
 *
 * @param server the server's own name, which changes in a failover; empty if it is not known
 * @param database the database's name
 * @param brokerGuid its {@code service_broker_guid}; empty if it could not be read
 * @param sourceObjectId object id of the source table
 * @param instances the table's capture instances, oldest first; those that are gone too, until a
 *     batch is read without them
 */
public record SourceIdentity(
    Optional<String> server,
    String database,
    Optional<String> brokerGuid,
    int sourceObjectId,
    List<InstanceIdentity> instances) {

  public SourceIdentity {
    instances = List.copyOf(instances);
  }

  /** The names of the instances, each once. */
  public List<String> names() {
    return instances.stream().map(InstanceIdentity::name).distinct().toList();
  }

  /** The instance of a name and a creation, as it was when first seen. */
  public Optional<InstanceIdentity> instance(String name, LocalDateTime created) {
    return instances.stream()
        .filter(instance -> instance.name().equals(name) && instance.created().equals(created))
        .findFirst();
  }

  /** The instance of a name, as it was when first seen. */
  public Optional<InstanceIdentity> instance(String name) {
    return instances.stream().filter(instance -> instance.name().equals(name)).findFirst();
  }
}
