package io.strandline.checks.embedding;

import io.strandline.error.StrandlineException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import java.io.IOException;
import java.io.Reader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/**
 * The service as a program of its own, until it is asked to end: {@code ServiceMain <interval>
 * <source>.properties <table>.properties…}, with the password in {@code STRANDLINE_PASSWORD}.
 */
public final class ServiceMain {

  private static final Logger LOG = System.getLogger(ServiceMain.class.getName());

  private ServiceMain() {}

  /**
   * Runs the service.
   *
   * @param arguments pause between two calls of a table, such as {@code PT1M}; properties of the
   *     source; properties of each table, by the options' Java names
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    OptionValues source = options(arguments[1]);
    source.setIfGiven(Option.PASSWORD, System.getenv("STRANDLINE_PASSWORD"));
    List<StreamOptions> tables = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      tables.add(StreamOptions.of(options(arguments[i])));
    }
    IngestService service =
        IngestService.start(
            StrandlineConfig.of(source), tables, Duration.parse(arguments[0]), new Logged());
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "close"));
    new CountDownLatch(1).await();
  }

  private static OptionValues options(String file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      properties.load(reader);
    }
    return OptionValues.of(properties);
  }

  private static final class Logged implements VerdictListener {

    @Override
    public void finalized(String table, Instant finalizedUntil) {
      LOG.log(Level.INFO, "{0} is final until {1}", table, finalizedUntil);
    }

    @Override
    public void failed(String table, StrandlineException error, boolean again) {
      String text = error.code() + " for " + table + ": " + error.getMessage();
      LOG.log(again ? Level.WARNING : Level.ERROR, text + "; " + error.remedy());
    }
  }
}
