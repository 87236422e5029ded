package io.strandline.checks.demo;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.lab.FlightsLabConfig;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lab.workload.FlightsWorkload;
import io.strandline.lab.workload.WorkloadTransaction;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Runs the flights of a morning on a stand-in whose clock is stepped, and ingests them as {@code
 * reader} over an encrypted connection, call by call.
 *
 * <p>The morning begins before the first flight, so that hours without a single change are part of
 * it.
 */
final class DemoRun {

  static final int HOURS = 8;
  private static final Instant BEGIN = Instant.parse("2013-01-01T07:40:00Z");
  private static final Instant FIRST_HOUR = Instant.parse("2013-01-01T08:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final int STEPS_A_CALL = 4;

  private final DemoSettings settings;
  private final FlightsLab lab;
  private final Deque<WorkloadTransaction> transactions;
  private final List<IngestReport> calls = new ArrayList<>();
  private Optional<Instant> pausedAt = Optional.empty();

  private DemoRun(DemoSettings settings, FlightsLab lab) {
    this.settings = settings;
    this.lab = lab;
    this.transactions = new ArrayDeque<>(new FlightsWorkload(settings.seed()).transactions());
  }

  /**
   * Runs the demo.
   *
   * @param each gets every call's report as it comes
   */
  static DemoResult run(DemoSettings settings, Consumer<IngestReport> each) {
    FlightsLabConfig config =
        FlightsLabConfig.stepped(settings.folder(), settings.seed()).startingAt(BEGIN);
    try (FlightsLab lab = FlightsLab.start(config)) {
      return new DemoRun(settings, lab).run(each);
    }
  }

  private DemoResult run(Consumer<IngestReport> each) {
    OptionValues values =
        new OptionValues()
            .set(Option.URL, lab.url())
            .set(Option.USER, "reader")
            .set(Option.PASSWORD, lab.readerPassword())
            .set(Option.CAPTURE_INSTANCE, FlightsLab.INSTANCE)
            .set(Option.TARGET, settings.folder().resolve("flights").toString());
    StreamOptions options = StreamOptions.of(values);
    try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
      Stream stream = strandline.stream(options);
      Instant end = FIRST_HOUR.plus(HOURS, ChronoUnit.HOURS).plus(STEP);
      for (int step = 0; lab.clock().instant().isBefore(end); step++) {
        advance();
        if (step % STEPS_A_CALL == STEPS_A_CALL - 1) {
          stream.ingestAll(Progress.none(), report -> called(report, each));
        }
      }
      stream.ingestAll(Progress.none(), report -> called(report, each));
      return new DemoResult(
          settings.seed(),
          options.tables(),
          calls,
          hours(stream, options.tables().bronze()),
          stream.verdict().flatMap(ControlRow::finalizedUntil),
          pausedAt);
    }
  }

  private void called(IngestReport report, Consumer<IngestReport> each) {
    calls.add(report);
    each.accept(report);
  }

  /** Lets five minutes of the source pass: its transactions, and capture unless it is paused. */
  private void advance() {
    Instant until = lab.clock().instant().plus(STEP);
    while (!transactions.isEmpty() && !transactions.peek().at().isAfter(until)) {
      WorkloadTransaction transaction = transactions.remove();
      if (transaction.at().isAfter(lab.clock().instant())) {
        lab.clock().set(transaction.at());
      }
      lab.run(transaction);
    }
    lab.clock().set(until);
    pauseIfAsked(until);
    if (pausedAt.isEmpty()) {
      lab.capture().drain();
      lab.capture().idleEntry();
    }
  }

  private void pauseIfAsked(Instant now) {
    Optional<Instant> at =
        settings.pauseAfterHours().map(hours -> FIRST_HOUR.plus(hours, ChronoUnit.HOURS));
    if (pausedAt.isEmpty() && at.isPresent() && !now.isBefore(at.get())) {
      pausedAt = Optional.of(now);
    }
  }

  private List<HourRow> hours(Stream stream, String bronze) {
    Map<Instant, Long> inTable = HourCounts.of(bronze);
    Map<Instant, Long> atSource = new TreeMap<>();
    for (Oracle.Change change : lab.changes()) {
      atSource.merge(change.commitInstant().truncatedTo(ChronoUnit.HOURS), 1L, Long::sum);
    }
    List<HourRow> hours = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      Instant from = FIRST_HOUR.plus(hour, ChronoUnit.HOURS);
      Instant until = from.plus(1, ChronoUnit.HOURS);
      hours.add(
          new HourRow(
              from,
              until,
              inTable.getOrDefault(from, 0L),
              atSource.getOrDefault(from, 0L),
              stream.isFinal(from, until)));
    }
    return hours;
  }
}
