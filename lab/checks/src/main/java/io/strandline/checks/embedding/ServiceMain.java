package io.strandline.checks.embedding;

import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/**
 * The service as a program of its own, until it is asked to end: {@code ServiceMain <interval>
 * <source>.properties <table>.properties…}, with the password in {@code STRANDLINE_PASSWORD}.
 *
 * <p>A start that fails is one sentence on stderr; the exit code is 2 for arguments and options
 * that are wrong, 1 for anything else.
 */
public final class ServiceMain {

  private static final Logger LOG = System.getLogger(ServiceMain.class.getName());
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final String ARGUMENTS =
      "give an interval such as PT1M, the file of the source's properties, and one file of each"
          + " table's";

  private ServiceMain() {}

  /**
   * Runs the service.
   *
   * @param arguments pause between two calls of a table, such as {@code PT1M}, of 1 ms to a day;
   *     properties of the source; properties of each table, by the options' Java names
   */
  public static void main(String[] arguments) throws InterruptedException {
    IngestService service;
    try {
      service = start(List.of(arguments));
    } catch (StrandlineException e) {
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8)
          .println("ServiceMain: " + e.getMessage() + "; what to do: " + e.remedy());
      System.exit(e instanceof InvalidOptionsException ? WRONG_USAGE : FAILED);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "close"));
    new CountDownLatch(1).await();
  }

  static IngestService start(List<String> arguments) {
    if (arguments.size() < 3) {
      String given = arguments.size() == 1 ? "1 argument is" : arguments.size() + " arguments are";
      throw new InvalidOptionsException(given + " given, and 3 at least are needed", ARGUMENTS);
    }
    Duration interval = interval(arguments.get(0));
    OptionValues source = options(arguments.get(1));
    source.setIfGiven(Option.PASSWORD, System.getenv("STRANDLINE_PASSWORD"));
    List<StreamOptions> tables = new ArrayList<>();
    for (String file : arguments.subList(2, arguments.size())) {
      tables.add(StreamOptions.of(options(file)));
    }
    return IngestService.start(StrandlineConfig.of(source), tables, interval, new Logged());
  }

  private static Duration interval(String text) {
    try {
      Duration interval = Duration.parse(text);
      if (interval.compareTo(SHORTEST) >= 0 && interval.compareTo(LONGEST) <= 0) {
        return interval;
      }
    } catch (DateTimeParseException e) {
      // Said below.
    }
    throw new InvalidOptionsException(
        "the interval '" + text + "' is no span from 1 ms to a day", "give one such as PT1M");
  }

  private static OptionValues options(String file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      // Of a path that is none as well. Its message may quote the file, which may hold a password.
      throw new InvalidOptionsException(
          "the file " + file + " cannot be read: " + e.getClass().getSimpleName(),
          "name a file of properties, in UTF-8",
          e);
    }
    // A name alone may be anything, the whole of a password file for example, and would be told.
    if (properties.containsValue("")) {
      throw new InvalidOptionsException(
          "the file " + file + " has a line without a value",
          "name a file of properties, one 'name=value' a line");
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
