package io.strandline.delta.log;

import io.strandline.error.InvalidOptionsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Collections;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;

/**
 * Proof that a server of the S3 protocol refuses a conditional put of what is there.
 *
 * <p>A server that does not know the condition takes the put and overwrites another writer's commit
 * without an error. So before a process's first commit to a bucket, one that must be refused is
 * sent: of the commit before with its own content, or of a file of its own that is deleted again.
 */
final class ConditionProof {

  private static final Pattern COMMIT = Pattern.compile("\\d{20}\\.json");

  /** A commit before that is longer is not sent again. */
  private static final int MAX_REPEATED = 1 << 20;

  private static final Set<FileSystem> PROVEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private ConditionProof() {}

  /**
   * Passes if puts to the file's bucket are known to honour the condition.
   *
   * @param path the file that is to be written
   * @throws InvalidOptionsException if the server ignores it and nobody said single-writer
   */
  static void require(FileSystem files, Path path, Configuration configuration) throws IOException {
    if (!COMMIT.matcher(path.getName()).matches() || PROVEN.contains(files)) {
      return;
    }
    if (isRefused(files, path)) {
      PROVEN.add(files);
    } else if (!configuration.getBoolean(LogStores.SINGLE_WRITER, false)) {
      throw new InvalidOptionsException(
          "the server of '"
              + files.getUri()
              + "' ignores If-None-Match when an object is put, so that two writers could lose"
              + " a commit",
          "Use a server with conditional writes, or set singleWriter if nothing else ever writes"
              + " these tables.");
    } else if (files.exists(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
  }

  private static boolean isRefused(FileSystem files, Path path) throws IOException {
    long version = Long.parseLong(path.getName().substring(0, 20));
    if (version > 0) {
      Path before = new Path(path.getParent(), String.format("%020d.json", version - 1));
      try {
        byte[] content = S3LogStore.read(files, before, MAX_REPEATED);
        if (content.length < MAX_REPEATED) {
          return isRefused(files, before, content);
        }
      } catch (FileNotFoundException e) {
        // Cleaned away after a checkpoint: the file of its own serves as well.
        return isRefusedByOwnFile(files, path);
      }
    }
    return isRefusedByOwnFile(files, path);
  }

  private static boolean isRefusedByOwnFile(FileSystem files, Path path) throws IOException {
    Path own = new Path(path.getParent(), ".condition-" + UUID.randomUUID());
    byte[] content = {'\n'};
    S3LogStore.put(files, own, content, true);
    try {
      return isRefused(files, own, content);
    } finally {
      files.delete(own, false);
    }
  }

  private static boolean isRefused(FileSystem files, Path there, byte[] content)
      throws IOException {
    try {
      S3LogStore.put(files, there, content, true);
      return false;
    } catch (RemoteFileChangedException e) {
      return true;
    }
  }
}
