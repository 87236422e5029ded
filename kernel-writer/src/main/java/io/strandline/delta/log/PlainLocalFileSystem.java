package io.strandline.delta.log;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * The local file system without {@code .crc} files beside the files.
 *
 * <p>It is still the class that other file systems expect for their buffers: S3A's casts to it
 * (measured). Instantiated by Hadoop, by name. Thread-safe.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }
}
