package io.strandline.delta.kernel;

import io.strandline.error.InvalidOptionsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The user's settings of Hadoop's file systems: endpoints, credentials, time limits. */
final class SiteSettings {

  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  private SiteSettings() {}

  /**
   * Settings of the class path with those of a folder on top.
   *
   * @param folder with {@code core-site.xml} and {@code hdfs-site.xml}, as Hadoop's tools take it
   * @throws InvalidOptionsException if one of the files cannot be read
   */
  static Configuration load(Optional<String> folder) {
    Configuration configuration = new Configuration();
    folder.filter(name -> !name.isBlank()).ifPresent(name -> add(configuration, Path.of(name)));
    return configuration;
  }

  private static void add(Configuration configuration, Path folder) {
    for (String name : FILES) {
      Path file = folder.resolve(name);
      if (!Files.exists(file)) {
        continue;
      }
      configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      try {
        // Nothing is read before the first question.
        configuration.size();
      } catch (RuntimeException e) {
        // The cause may quote the file, which holds keys.
        throw new InvalidOptionsException(
            "the settings in '" + file + "' cannot be read (" + e.getClass().getSimpleName() + ")",
            "Correct the file that HADOOP_CONF_DIR leads to.");
      }
    }
  }
}
