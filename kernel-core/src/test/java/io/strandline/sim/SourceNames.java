package io.strandline.sim;

import java.util.Optional;

/**
 * What a database is called.
 *
 * @param database its name
 * @param brokerGuid its {@code service_broker_guid}; empty if it cannot be read
 */
record SourceNames(String database, Optional<String> brokerGuid) {

  static final String GUID = "3F2504E0-4F89-11D3-9A0C-0305E82C3301";
}
