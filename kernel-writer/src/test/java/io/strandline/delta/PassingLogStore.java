package io.strandline.delta;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import io.strandline.delta.log.LinkLogStore;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Passes every call on to the local log store; tests watch or fail some of them. */
abstract class PassingLogStore extends LogStore {

  /** Names the class that Kernel makes for local paths. */
  static final String SETTING = "io.delta.kernel.logStore.file.impl";

  private final LinkLogStore store;

  PassingLogStore(Configuration configuration) {
    super(configuration);
    this.store = new LinkLogStore(configuration);
  }

  static boolean isCommit(Path path) {
    return path.getName().endsWith(".json");
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    store.write(path, actions, overwrite, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return store.listFrom(path, conf);
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return store.read(path, conf);
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return store.resolvePathOnPhysicalStorage(path, conf);
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return store.isPartialWriteVisible(path, conf);
  }
}
