package io.strandline.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The local log store, remembering what was listed, read and committed; Kernel makes it by name.
 */
public final class CountingLogStore extends PassingLogStore {

  private static final List<Call> CALLS = new ArrayList<>();

  /** What was done with a file; one that two listings tell of is listed twice. */
  record Call(What what, Path file) {}

  /** Kinds of calls. */
  enum What {
    LISTED,
    COMMITTED
  }

  /** Made by Kernel. */
  public CountingLogStore(Configuration configuration) {
    super(configuration);
  }

  /** The calls since the last one of this. */
  static List<Call> take() {
    synchronized (CALLS) {
      List<Call> calls = List.copyOf(CALLS);
      CALLS.clear();
      return calls;
    }
  }

  private static void add(What what, Path file) {
    synchronized (CALLS) {
      CALLS.add(new Call(what, file));
    }
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    List<FileStatus> listed = new ArrayList<>();
    super.listFrom(path, conf).forEachRemaining(listed::add);
    listed.forEach(file -> add(What.LISTED, file.getPath()));
    return listed.iterator();
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    super.write(path, actions, overwrite, conf);
    if (isCommit(path)) {
      add(What.COMMITTED, path);
    }
  }
}
