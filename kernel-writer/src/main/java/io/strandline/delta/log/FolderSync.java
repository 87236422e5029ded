package io.strandline.delta.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes new names of a local folder durable. */
public final class FolderSync {

  private FolderSync() {}

  /** Syncs a folder where the system lets one be synced; never throws. */
  public static void sync(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException | UnsupportedOperationException e) {
      // Not every system can; what was written is visible and must not be reported as failed.
      return;
    }
  }
}
