package io.strandline.port;

import io.strandline.change.SnapshotRows;
import io.strandline.snapshot.SnapshotLayout;

/**
 * Rows of a source table as they are now.
 *
 * <p>Thread-safe. Every call may throw a {@link io.strandline.error.StrandlineException}: source
 * unavailable (after bounded retries; a lock timeout too), permission denied (names the grant),
 * capture instance not found, schema changed, unsupported type, invalid options (snapshot isolation
 * not allowed by the database), cancelled.
 */
public interface SnapshotSource {

  /** Looks at a table: its columns, its key, its size. */
  SnapshotView view(SnapshotViewRequest request);

  /** Cuts a table into ranges of about equal rows, by a bounded number of statements. */
  SnapshotLayout layout(SnapshotLayoutRequest request);

  /** Starts reading a range on a connection of its own. */
  SessionReader<SnapshotRows> read(SnapshotReadRequest request);
}
