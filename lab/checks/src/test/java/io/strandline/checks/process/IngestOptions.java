package io.strandline.checks.process;

import io.strandline.option.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The options file and the environment of an ingesting process. */
public final class IngestOptions {

  private IngestOptions() {}

  /** Writes the options of a stream of the flights; more may be given over the usual ones. */
  public static Path write(Path folder, LabProcess lab, Path bronze, Map<Option, String> more) {
    Properties properties = new Properties();
    properties.setProperty(Option.URL.javaName(), lab.url());
    properties.setProperty(Option.USER.javaName(), "reader");
    properties.setProperty(Option.CAPTURE_INSTANCE.javaName(), "dbo_flights");
    properties.setProperty(Option.TARGET.javaName(), bronze.toString());
    more.forEach((option, text) -> properties.setProperty(option.javaName(), text));
    Path file = folder.resolve("ingest.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  public static Map<String, String> environment(LabProcess lab) {
    return Map.of("STRANDLINE_PASSWORD", lab.readerPassword());
  }
}
