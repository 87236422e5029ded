package io.strandline.port;

/**
 * Where a stream's tables are: paths or URIs.
 *
 * @param bronze the target
 * @param facts the facts table
 * @param control the control table
 * @param warehouse the folder below which table names are relative paths
 */
public record TableLocations(String bronze, String facts, String control, String warehouse) {}
