package io.strandline.delta.log;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system without {@code .crc} files beside the files.
 *
 * <p>It is still the class that other file systems expect for their buffers: S3A's casts to it
 * (measured). A full disk is an {@link IOException}. Instantiated by Hadoop, by name. Thread-safe.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {

  /** A file system; Hadoop makes it. */
  public PlainLocalFileSystem() {
    super(new Files());
  }

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  /**
   * Hadoop's own, which throws an {@link FSError} that no caller expects where a disk is full or
   * fails (source of Hadoop 3.4.2), with its errors as those of files.
   */
  static final class Files extends RawLocalFileSystem {

    @Override
    protected OutputStream createOutputStreamWithMode(
        Path file, boolean append, FsPermission permission) throws IOException {
      return new Output(super.createOutputStreamWithMode(file, append, permission));
    }
  }

  private static final class Output extends FilterOutputStream {

    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (FSError e) {
        throw new IOException(e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
      }
    }
  }
}
