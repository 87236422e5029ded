package io.strandline.sim;

import java.util.Optional;

/**
 * What a database is called.
 *
 * @param server its server's name; empty if the server tells none
 * @param database its name
 * @param brokerGuid its {@code service_broker_guid}; empty if it cannot be read
 */
record SourceNames(Optional<String> server, String database, Optional<String> brokerGuid) {

  static final String GUID = "3F2504E0-4F89-11D3-9A0C-0305E82C3301";

  SourceNames at(String name) {
    return new SourceNames(server, name, brokerGuid);
  }

  SourceNames with(Optional<String> guid) {
    return new SourceNames(server, database, guid);
  }

  SourceNames on(String name) {
    return new SourceNames(Optional.of(name), database, brokerGuid);
  }
}
