package io.strandline.delta.log;

import io.delta.storage.HadoopFileSystemLogStore;
import io.delta.storage.internal.S3LogStoreUtil;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The log store of {@code s3:} tables: a commit file is one put with {@code If-None-Match: *}.
 *
 * <p>S3 lets one of several such puts win (documented by AWS since 2024). A put whose answer is
 * lost is repeated by the client and then refused because of itself, so a refused or failed put
 * counts by what the file holds afterwards: a commit carries a random id, hence equal bytes are our
 * own. Instantiated by Kernel, by name. Thread-safe.
 */
public final class S3LogStore extends HadoopFileSystemLogStore {

  private static final Object ONE_AT_A_TIME = new Object();

  /** A store; Kernel makes one for each write. */
  public S3LogStore(Configuration configuration) {
    super(configuration);
  }

  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration configuration)
      throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    byte[] content = content(actions);
    if (overwrite) {
      put(files, path, content, false);
      return;
    }
    if (configuration.getBoolean(LogStores.SINGLE_WRITER, false)) {
      synchronized (ONE_AT_A_TIME) {
        ConditionProof.require(files, path, configuration);
        putOnce(files, path, content);
      }
      return;
    }
    ConditionProof.require(files, path, configuration);
    putOnce(files, path, content);
  }

  private static void putOnce(FileSystem files, Path path, byte[] content) throws IOException {
    try {
      put(files, path, content, true);
    } catch (IOException e) {
      if (!holdsOurs(files, path, content, e)) {
        FileAlreadyExistsException taken = new FileAlreadyExistsException(path.toString());
        taken.initCause(e);
        throw taken;
      }
    }
  }

  /**
   * Whether the file that is there is ours; passes the error on if none is there or that cannot be
   * told, since the put may still arrive.
   */
  private static boolean holdsOurs(FileSystem files, Path path, byte[] content, IOException error)
      throws IOException {
    try {
      return Arrays.equals(content, read(files, path, content.length + 1));
    } catch (FileNotFoundException e) {
      throw error;
    } catch (IOException e) {
      error.addSuppressed(e);
      throw error;
    }
  }

  /** The first bytes of a file, at most {@code limit}. */
  static byte[] read(FileSystem files, Path path, int limit) throws IOException {
    try (var in = files.open(path)) {
      return in.readNBytes(limit);
    }
  }

  /** Puts a file in one request; it is there with the answer, or not at all. */
  static void put(FileSystem files, Path path, byte[] content, boolean once) throws IOException {
    var builder = files.createFile(path).overwrite(true).opt("fs.s3a.create.performance", true);
    if (once) {
      builder.must("fs.option.create.conditional.overwrite", true);
    }
    try (FSDataOutputStream out = (FSDataOutputStream) builder.build()) {
      out.write(content);
    }
  }

  private static byte[] content(Iterator<String> lines) {
    StringBuilder text = new StringBuilder();
    while (lines.hasNext()) {
      text.append(lines.next()).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The files of the folder from the given name on; the server skips those before it. */
  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration configuration) throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    Path resolved = files.makeQualified(path);
    FileStatus[] found = S3LogStoreUtil.s3ListFromArray(files, resolved, resolved.getParent());
    if (found.length == 0 && !files.exists(resolved.getParent())) {
      throw new FileNotFoundException(resolved.getParent() + " is not there");
    }
    return Arrays.stream(found).sorted().iterator();
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return false;
  }
}
