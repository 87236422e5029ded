package io.strandline.port;

/**
 * A written data file as text, for a commit by another process.
 *
 * @param path relative to the table's folder
 * @param size in bytes
 * @param modifiedAt milliseconds since 1970-01-01T00:00Z
 * @param rows in the file
 * @param layout hash of the names that columns have in the file
 */
public record FileDocument(String path, long size, long modifiedAt, long rows, String layout) {}
