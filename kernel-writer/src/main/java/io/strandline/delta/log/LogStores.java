package io.strandline.delta.log;

import io.strandline.error.InvalidOptionsException;
import java.util.Map;
import java.util.Set;

/** Which locations have a safe commit, and how Kernel is told to use it. */
public final class LogStores {

  /**
   * Schemes whose store creates a commit file exactly once: {@code file} by {@link LinkLogStore},
   * the others by the stores that come with Kernel (read in their source, not measured).
   */
  private static final Set<String> SAFE = Set.of("file", "abfs", "abfss", "gs", "hdfs");

  /** Hadoop settings that every table is opened with. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "io.delta.kernel.logStore.file.impl", LinkLogStore.class.getName(),
          // The checksumming default leaves .crc files that a racing writer makes wrong.
          "fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem",
          // Hadoop's cache is the whole process's and may hold the checksumming one already.
          "fs.file.impl.disable.cache", "true");

  private LogStores() {}

  /**
   * Refuses to write where two writers could lose a commit.
   *
   * @param scheme the location's scheme, lower case
   * @param location for the message
   * @throws InvalidOptionsException unless the scheme's store is safe
   */
  public static void requireSafeWrites(String scheme, String location) {
    if (!SAFE.contains(scheme)) {
      throw new InvalidOptionsException(
          "tables at '"
              + location
              + "' cannot be written: for '"
              + scheme
              + ":' there is no log store that creates a commit exactly once, so that two writers"
              + " could lose one",
          "Use a location of one of the schemes file, abfs, abfss, gs or hdfs.");
    }
  }
}
