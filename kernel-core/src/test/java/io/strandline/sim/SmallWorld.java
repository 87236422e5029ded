package io.strandline.sim;

import io.strandline.check.PassingSource;
import io.strandline.error.SourceUnavailableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.contract.BronzeRow;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.stream.Streams;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** A source and its tables for a test that says what happens, with a clock that it moves. */
final class SmallWorld {

  final VirtualClock clock;
  final SourceDatabase database;
  final Warehouse warehouse = new Warehouse(Witness.NONE);
  private final OptionValues options =
      OptionValues.of(new Properties())
          .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
          .set(Option.TARGET, "/warehouse/orders")
          .set(Option.WAREHOUSE, "/warehouse");
  private int attempts;
  private int changes;

  /** The instance is enabled and captured at {@code start}. */
  SmallWorld(String zone, String start) {
    clock = new VirtualClock(Instant.parse(start));
    database = new SourceDatabase(new ServerTime(clock, ZoneId.of(zone)));
    database.scan(100);
  }

  SmallWorld with(Option option, String value) {
    options.set(option, value);
    return this;
  }

  private StreamOptions options() {
    return StreamOptions.of(options);
  }

  /** A commit of so many rows, captured. */
  Lsn commit(int rows) {
    SourceCommit commit =
        database.commit(
            Kind.OURS,
            16,
            lsn ->
                java.util.stream.IntStream.range(0, rows)
                    .mapToObj(i -> SourceChange.insert(lsn, ++changes).withCommand(i + 1))
                    .toList());
    database.scan(Integer.MAX_VALUE);
    return commit.lsn();
  }

  /** Time passes, then a commit of one row is made and captured. */
  Lsn commitAfter(Duration time) {
    clock.advance(time);
    return commit(1);
  }

  IngestReport ingest() {
    return ingest(source());
  }

  ChangeSource source() {
    return new SimSource(database, Gate.OPEN);
  }

  /** A source that is lost after it has measured once: a call makes its table and no batch. */
  ChangeSource sourceMeasuredOnce() {
    return new PassingSource(source()) {
      private int measured;

      @Override
      public Measurement measure(MeasureRequest request) {
        if (++measured > 1) {
          throw new SourceUnavailableException("as tested", "call again");
        }
        return super.measure(request);
      }
    };
  }

  IngestReport ingest(ChangeSource source) {
    return ingest(source, Gate.OPEN);
  }

  IngestReport ingest(ChangeSource source, Gate gate) {
    SimTableStore store = new SimTableStore(warehouse, gate, clock);
    return Streams.of(source, store, options(), clock, () -> "attempt-" + ++attempts).ingest();
  }

  Optional<Adopted> adopt(ChangeSource source, Adoptable... what) {
    return adopt(source, Gate.OPEN, what);
  }

  Optional<Adopted> adopt(ChangeSource source, Gate gate, Adoptable... what) {
    SimTableStore store = new SimTableStore(warehouse, gate, clock);
    return Streams.of(source, store, options(), clock, () -> "attempt-" + ++attempts)
        .adopt(Set.of(what));
  }

  /** Cleanup of an instance up to a mapped commit, rows and mapping included. */
  void cleanUp(ChangeTable table, Lsn watermark) {
    database.moveWatermark(table, watermark);
    database.purge(Integer.MAX_VALUE);
    database.purgeMapping();
  }

  BronzeLog log() {
    return warehouse.bronze(options().tables().bronze()).orElseThrow();
  }

  List<BronzeRow> rows() {
    return log().rows();
  }

  List<Lsn> lsns() {
    return rows().stream().map(BronzeRow::startLsn).toList();
  }

  Optional<ControlRow> verdict() {
    return warehouse.shared(options().tables().control()).map(table -> table.control.get("orders"));
  }

  /** Publishes a row, as a caller of another process would. */
  void publish(ControlRow row) {
    new SimTableStore(warehouse, Gate.OPEN, clock).control(options().tables()).publish(row);
  }

  List<FactsRow> facts() {
    return warehouse.shared(options().tables().facts()).orElseThrow().facts;
  }

  /** The rows of the facts that tell of an event. */
  List<FactsRow> events(Event event) {
    return facts().stream()
        .filter(row -> row.get(FactsColumn.EVENT, String.class).equals(Optional.of(event.text())))
        .toList();
  }

  /** The newest mapped commit that is not later than a time ago, by the server's clock. */
  Optional<Lsn> mappedBefore(Duration ago) {
    LocalDateTime then = database.time().local().minus(ago);
    return database.recorded().stream()
        .filter(commit -> !commit.local().isAfter(then))
        .map(SourceCommit::lsn)
        .filter(lsn -> database.local(lsn).isPresent())
        .reduce((before, after) -> after);
  }
}
