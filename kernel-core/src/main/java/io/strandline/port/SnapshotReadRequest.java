package io.strandline.port;

import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.snapshot.SnapshotTable;

/**
 * Asks for the rows of a range of a table.
 *
 * @param table as a view named it
 * @param range all, if the table has no usable key
 * @param reads how the table is seen
 */
public record SnapshotReadRequest(SnapshotTable table, KeyRange range, SnapshotReads reads) {}
