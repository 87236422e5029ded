package io.strandline.delta;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, remembering which files were opened; Hadoop makes it by name. */
public final class CountingFileSystem extends RawLocalFileSystem {

  static final String SETTING = "fs.file.impl";

  private static final List<Path> OPENED = new CopyOnWriteArrayList<>();

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream stream = super.open(path, bufferSize);
    OPENED.add(path);
    return stream;
  }

  /** The names of the files opened since the last call. */
  static List<String> take() {
    return takePaths().stream().map(Path::getName).toList();
  }

  /** The files opened since the last call. */
  static List<Path> takePaths() {
    List<Path> opened = List.copyOf(OPENED);
    OPENED.clear();
    return opened;
  }
}
