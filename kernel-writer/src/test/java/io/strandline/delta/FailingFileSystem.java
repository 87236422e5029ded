package io.strandline.delta;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** The local file system on which new data files fail as told; Hadoop makes it by name. */
public final class FailingFileSystem extends RawLocalFileSystem {

  /** How. */
  enum Failure {
    NONE,
    /** The file can be created and not filled. */
    DISK_FULL,
    /** The file cannot be created. */
    READ_ONLY
  }

  static final String SETTING = "fs.file.impl";

  private static final AtomicReference<Failure> FAILURE = new AtomicReference<>(Failure.NONE);
  private static final int ROOM = 100;

  static void fail(Failure failure) {
    FAILURE.set(failure);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (FAILURE.get() == Failure.READ_ONLY) {
      throw new IOException(path + ": Read-only file system");
    }
    FSDataOutputStream file =
        super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    return FAILURE.get() == Failure.DISK_FULL ? new FullDisk(file) : file;
  }

  private static final class FullDisk extends FSDataOutputStream {

    private int written;

    FullDisk(FSDataOutputStream file) throws IOException {
      super(file, null);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      written += length;
      if (written > ROOM) {
        throw new IOException("No space left on device");
      }
      super.write(bytes, offset, length);
    }
  }
}
