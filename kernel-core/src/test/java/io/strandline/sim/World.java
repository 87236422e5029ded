package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.option.BatchBounds;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableLocations;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** Everything that one seed makes: source, tables, clock, options, and what watches over them. */
final class World {

  private static final String BRONZE = "/warehouse/sales/orders";

  /** Where and when histories begin: hours before a change of the zone, or in a zone without. */
  private enum Setting {
    NEW_YORK_AUTUMN("America/New_York", "2026-11-01T03:10:00Z"),
    NEW_YORK_SPRING("America/New_York", "2026-03-08T05:20:00Z"),
    BERLIN_AUTUMN("Europe/Berlin", "2026-10-24T22:40:00Z"),
    LORD_HOWE_AUTUMN("Australia/Lord_Howe", "2026-04-04T13:00:00Z"),
    SAO_PAULO("America/Sao_Paulo", "2026-05-04T11:00:00Z"),
    UTC("UTC", "2026-05-04T21:00:00Z");

    private final ZoneId zone;
    private final Instant start;

    Setting(String zone, String start) {
      this.zone = ZoneId.of(zone);
      this.start = Instant.parse(start);
    }
  }

  private final Draw draw;
  private final Trace trace;
  private final Reach reach = new Reach();
  private final VirtualClock clock;
  private final SourceDatabase database;
  private final Warehouse warehouse;
  private final StreamOptions options;
  private final Oracles oracles;
  private final Weather weather;
  private final Baton baton;
  private Climate climate;
  private Optional<Process> current = Optional.empty();
  private int ids;

  World(long seed, boolean traced) {
    draw = new Draw(seed);
    trace = new Trace(traced);
    climate = Climate.of(draw);
    Setting setting = draw.of(Setting.values());
    clock = new VirtualClock(setting.start);
    database = new SourceDatabase(new ServerTime(clock, setting.zone));
    options = options(draw);
    oracles = new Oracles(this);
    warehouse = new Warehouse(oracles);
    weather = new Weather(this);
    baton = new Baton(draw.split());
    trace.add("seed %s: %s, %s, %s", seed, setting, climate, options);
  }

  private static StreamOptions options(Draw draw) {
    OptionValues values =
        OptionValues.of(new java.util.Properties())
            .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
            .set(Option.TARGET, BRONZE)
            .set(Option.WAREHOUSE, "/warehouse")
            .set(Option.GRANULARITY, draw.of(Granularity.MINUTE, Granularity.HOUR).text())
            .set(Option.STARTING_LSN, draw.perMille(800) ? "earliest" : "latest")
            .set(Option.MAX_ROWS_PER_BATCH, String.valueOf(draw.of(1, 3, 7, 1000)))
            .set(Option.MAX_CLOCK_REGRESSION, "PT24H")
            .set(Option.IDLE_COMMIT_INTERVAL, draw.of("PT0S", "PT5M", "PT1H"));
    StreamOptions options = StreamOptions.of(values);
    BatchBounds bounds = options.bounds();
    return options.with(
        new BatchBounds(bounds.maxRows(), bounds.maxCommits(), bounds.partitions(), 4));
  }

  Draw draw() {
    return draw;
  }

  boolean chance(int perMille) {
    return perMille > 0 && draw.perMille(perMille);
  }

  void trace(String what, Object... values) {
    trace.add(what, values);
  }

  Trace trace() {
    return trace;
  }

  Reach reach() {
    return reach;
  }

  VirtualClock clock() {
    return clock;
  }

  SourceDatabase database() {
    return database;
  }

  Warehouse warehouse() {
    return warehouse;
  }

  StreamOptions options() {
    return options;
  }

  Oracles oracles() {
    return oracles;
  }

  Weather weather() {
    return weather;
  }

  Baton baton() {
    return baton;
  }

  Climate climate() {
    return climate;
  }

  /** From now on nothing goes wrong any more. */
  void calm() {
    climate = climate.calm();
  }

  void pass() {
    baton.pass();
  }

  /** The process that runs. */
  Optional<Process> current() {
    return current;
  }

  void setCurrent(Process process) {
    current = Optional.of(process);
  }

  String newId() {
    return "attempt-" + ++ids;
  }

  void advance(Duration time) {
    clock.advance(time);
  }

  /** The bronze table that is there now. */
  Optional<BronzeLog> bronze() {
    return warehouse.bronze(options.tables().bronze());
  }

  void dropBronze() {
    warehouse.drop(options.tables().bronze());
  }

  /** The published row. */
  Optional<ControlRow> control() {
    TableLocations tables = options.tables();
    return warehouse.shared(tables.control()).map(table -> table.control.get("sales/orders"));
  }
}
