package io.strandline.delta.log;

import io.strandline.error.InvalidOptionsException;
import java.util.Map;
import java.util.Set;

/** Which locations have a safe commit, and how Kernel is told to use it. */
public final class LogStores {

  /** The Hadoop setting that says that one process alone writes the tables. */
  public static final String SINGLE_WRITER = "strandline.single.writer";

  /**
   * Schemes whose store creates a commit file exactly once: {@code file} by {@link LinkLogStore},
   * {@code s3} by {@link S3LogStore}, the others by the stores that come with Kernel (read in their
   * source, not measured).
   */
  private static final Set<String> SAFE =
      Set.of("file", "s3", "s3a", "abfs", "abfss", "gs", "hdfs");

  /** Hadoop settings that every table is opened with, over the user's. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          setting("file"),
          LinkLogStore.class.getName(),
          // The checksumming default leaves .crc files that a racing writer makes wrong.
          "fs.file.impl",
          PlainLocalFileSystem.class.getName(),
          // Hadoop's cache is the whole process's and may hold the checksumming one already.
          "fs.file.impl.disable.cache",
          "true",
          setting("s3a"),
          "io.strandline.delta.log.S3LogStore",
          "fs.s3a.create.conditional.enabled",
          "true");

  private LogStores() {}

  /** The setting by which Kernel finds the log store of a scheme. */
  public static String setting(String scheme) {
    return "io.delta.kernel.logStore." + scheme + ".impl";
  }

  /** Whether the scheme's store is safe for any number of writers. */
  public static boolean isSafe(String scheme) {
    return SAFE.contains(scheme);
  }

  /**
   * Refuses a location whose file system is not on the class path.
   *
   * @throws InvalidOptionsException naming the artifacts that bring it
   */
  public static void requireConnector(String scheme, String location) {
    Connectors.require(scheme, location, Connectors::isPresent);
  }

  /**
   * Refuses to write where two writers could lose a commit.
   *
   * @param scheme the location's scheme, lower case
   * @param location for the message
   * @param singleWriter whether the user says that one process alone writes there
   * @throws InvalidOptionsException unless the scheme's store is safe
   */
  public static void requireSafeWrites(String scheme, String location, boolean singleWriter) {
    if (!isSafe(scheme) && !singleWriter) {
      throw new InvalidOptionsException(
          "tables at '"
              + location
              + "' cannot be written: for '"
              + scheme
              + ":' there is no log store that creates a commit exactly once, so that two writers"
              + " could lose one",
          "Use a location of one of the schemes file, s3, abfs, abfss, gs or hdfs, or set"
              + " singleWriter if one process alone ever writes these tables.");
    }
  }
}
