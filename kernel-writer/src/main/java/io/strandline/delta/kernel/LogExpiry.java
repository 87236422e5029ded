package io.strandline.delta.kernel;

import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.snapshot.MetadataCleanup;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes files of a table's log that are older than its retention and that no version within it
 * needs.
 *
 * <p>Kernel's own checkpoint after a commit never does: it expires a log only from a snapshot that
 * was loaded as the newest version, and its checkpoint loads one by number (source of Kernel
 * 4.4.0). Checksum files it leaves for ever.
 */
final class LogExpiry {

  private final DeltaStorage storage;
  private final InstantSource clock;

  LogExpiry(DeltaStorage storage, InstantSource clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /**
   * Expires the log of a table unless its owner has switched that off.
   *
   * @param known a recent version, whose properties say what is kept
   */
  void expire(DeltaSnapshot known) throws IOException {
    SnapshotImpl snapshot = known.kernel();
    if (!isAllowed(snapshot)) {
      return;
    }
    long retention = TableConfig.LOG_RETENTION.fromMetadata(snapshot.getMetadata());
    long deleted =
        MetadataCleanup.cleanupExpiredLogs(
            storage.engine(), clock::millis, new Path(known.path()), retention);
    if (deleted > 0) {
      deleteChecksums(known.path());
    }
  }

  private static boolean isAllowed(SnapshotImpl snapshot) {
    return TableConfig.EXPIRED_LOG_CLEANUP_ENABLED.fromMetadata(snapshot.getMetadata())
        && !snapshot.getProtocol().getWriterFeatures().contains("checkpointProtection");
  }

  /** Deletes the checksums of versions before the first whose commit or checkpoint is there. */
  private void deleteChecksums(String table) throws IOException {
    FileSystemClient files = storage.engine().getFileSystemClient();
    List<String> checksums = new ArrayList<>();
    String first = FileNames.listingPrefix(new Path(table, "_delta_log"), 0);
    try (CloseableIterator<FileStatus> listed = files.listFrom(first)) {
      while (listed.hasNext()) {
        String file = listed.next().getPath();
        if (FileNames.isCommitFile(file) || FileNames.isCheckpointFile(file)) {
          break;
        }
        if (FileNames.isChecksumFile(file)) {
          checksums.add(file);
        }
      }
    }
    for (String checksum : checksums) {
      files.delete(checksum);
    }
  }
}
