package io.strandline.checks.check;

import io.strandline.error.InvalidOptionsException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments of how long checks take, how much they write, and what they compare with. */
final class LoadArguments {

  private static final int LEAST_ROWS = 1_000;
  private static final double MILLIS = 1e3;

  @Option(names = "--quick", description = "a minute a check at most, and little load")
  private boolean quick;

  @Option(
      names = "--seconds",
      description = "longest a check may take (default: 180; idle-advance 900)")
  private @Nullable Integer seconds;

  @Option(
      names = "--load-seconds",
      description = "how long writers run in a check (default: 20; with --quick 4)")
  private @Nullable Double loadSeconds;

  @Option(
      names = "--rows",
      description = "most rows to fetch, at least 1000 (default: 128000; with --quick 16000)")
  private @Nullable Integer rows;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description =
          "the zone that the product is told, such as America/Sao_Paulo; compared with the clock")
  private @Nullable String zone;

  /** Picocli sets the fields. */
  LoadArguments() {}

  /**
   * What was given, or its defaults.
   *
   * @throws InvalidOptionsException for a value out of its range
   */
  Settings settings() {
    return new Settings(limits(), zone());
  }

  private Optional<ZoneId> zone() {
    try {
      return Optional.ofNullable(zone).map(ZoneId::of);
    } catch (DateTimeException e) {
      throw new InvalidOptionsException(
          "'" + zone + "' is no time zone", "name one such as America/Sao_Paulo", e);
    }
  }

  private Limits limits() {
    Limits usual = quick ? Limits.QUICK : Limits.FULL;
    Optional<Duration> budget =
        seconds == null ? usual.budget() : Optional.of(Duration.ofSeconds(seconds));
    Duration load =
        loadSeconds == null ? usual.load() : Duration.ofMillis(Math.round(loadSeconds * MILLIS));
    int most = rows == null ? usual.rows() : rows;
    boolean positive = budget.orElse(load).toMillis() > 0 && load.toMillis() > 0;
    if (!positive || most < LEAST_ROWS) {
      throw new InvalidOptionsException(
          "--seconds and --load-seconds must be positive and --rows at least " + LEAST_ROWS,
          "give other limits");
    }
    return new Limits(budget, load, most);
  }
}
