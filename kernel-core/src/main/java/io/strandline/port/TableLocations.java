package io.strandline.port;

/**
 * Where a stream's tables are: paths or URIs.
 *
 * <p>A relative path of a table is below the warehouse: as it stands if it leads there from the
 * working directory, else from the warehouse on. A relative warehouse starts at the working
 * directory.
 *
 * @param bronze the target
 * @param facts the facts table
 * @param control the control table
 * @param warehouse the folder below which table names are relative paths
 * @param singleWriter whether one process alone writes these tables, so that locations without a
 *     safe commit are allowed
 */
public record TableLocations(
    String bronze, String facts, String control, String warehouse, boolean singleWriter) {

  /** Locations that any number of processes may write. */
  public TableLocations(String bronze, String facts, String control, String warehouse) {
    this(bronze, facts, control, warehouse, false);
  }
}
