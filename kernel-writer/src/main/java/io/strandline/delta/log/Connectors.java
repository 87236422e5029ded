package io.strandline.delta.log;

import io.strandline.error.InvalidOptionsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The Hadoop file systems that are not on the class path unless the user puts them there.
 *
 * @param artifacts that bring it
 * @param classes one of each artifact that is called at run time
 */
record Connectors(List<String> artifacts, List<String> classes) {

  private static final Connectors S3 =
      new Connectors(
          List.of(
              "org.apache.hadoop:hadoop-aws:3.4.2 without its dependencies",
              "software.amazon.awssdk:s3:2.29.52",
              "software.amazon.awssdk:s3-transfer-manager:2.29.52",
              "software.amazon.awssdk:sts:2.29.52",
              "org.apache.commons:commons-lang3:3.17.0"),
          List.of(
              "org.apache.hadoop.fs.s3a.S3AFileSystem",
              "software.amazon.awssdk.services.s3.S3Client",
              "software.amazon.awssdk.transfer.s3.S3TransferManager",
              "software.amazon.awssdk.services.sts.StsClient",
              "org.apache.commons.lang3.StringUtils"));

  private static final Connectors AZURE =
      new Connectors(
          List.of("org.apache.hadoop:hadoop-azure:3.4.2"),
          List.of("org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem"));

  private static final Connectors GOOGLE =
      new Connectors(
          List.of("com.google.cloud.bigdataoss:gcs-connector, the shaded jar for Hadoop 3"),
          List.of("com.google.cloud.hadoop.fs.gcs.GoogleHadoopFileSystem"));

  private static final Map<String, Connectors> BY_SCHEME =
      Map.of("s3", S3, "s3a", S3, "abfs", AZURE, "abfss", AZURE, "gs", GOOGLE);

  Connectors {
    artifacts = List.copyOf(artifacts);
    classes = List.copyOf(classes);
  }

  /**
   * Refuses a scheme whose file system is not on the class path.
   *
   * @param location for the message
   * @param present whether a class is there
   */
  static void require(String scheme, String location, Predicate<String> present) {
    Optional<Connectors> needed = Optional.ofNullable(BY_SCHEME.get(scheme));
    if (needed.isEmpty() || needed.get().classes().stream().allMatch(present)) {
      return;
    }
    throw new InvalidOptionsException(
        "tables at '"
            + location
            + "' cannot be reached: the file system of '"
            + scheme
            + ":' is not on the class path",
        "Add to the class path: " + String.join(", ", needed.get().artifacts()) + ".");
  }

  /** Whether a class can be loaded from here. */
  static boolean isPresent(String name) {
    try {
      Class.forName(name, false, Connectors.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
