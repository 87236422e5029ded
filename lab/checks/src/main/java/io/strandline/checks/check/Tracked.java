package io.strandline.checks.check;

/**
 * A table of the checks and the capture instance that follows it.
 *
 * @param table in schema {@code dbo}
 * @param instance the first capture instance
 */
record Tracked(String table, String instance) {

  Names names() {
    return Names.NONE.with("table", table).with("instance", instance);
  }

  /** The name of a second instance. */
  String second() {
    return instance + "_v2";
  }
}
