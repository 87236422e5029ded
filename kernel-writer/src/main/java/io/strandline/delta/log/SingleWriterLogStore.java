package io.strandline.delta.log;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The log store of file systems without an atomic create, for tables that one process alone writes.
 *
 * <p>Looks and renames, one write at a time in this process; a second process would lose commits.
 * Instantiated by Kernel, by name. Thread-safe.
 */
public final class SingleWriterLogStore extends HadoopFileSystemLogStore {

  private static final Object ONE_AT_A_TIME = new Object();

  /** A store; Kernel makes one for each write. */
  public SingleWriterLogStore(Configuration configuration) {
    super(configuration);
  }

  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration configuration)
      throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    synchronized (ONE_AT_A_TIME) {
      if (!overwrite && files.exists(path)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      writeWithRename(path, actions, overwrite, configuration);
    }
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return true;
  }
}
