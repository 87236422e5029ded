package io.strandline.sim;

import io.strandline.check.Draw;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Lsns;
import io.strandline.option.BatchBounds;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.InstanceView;
import io.strandline.port.TableLocations;
import io.strandline.state.LastBatch;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    SYDNEY_AUTUMN("Australia/Sydney", "2026-04-04T13:20:00Z"),
    SAO_PAULO("America/Sao_Paulo", "2026-05-04T11:00:00Z"),
    UTC("UTC", "2026-05-04T21:00:00Z");

    private final ZoneId zone;
    private final Instant start;

    Setting(String zone, String start) {
      this.zone = ZoneId.of(zone);
      this.start = Instant.parse(start);
    }
  }

  /** Every so many seeds have loads of the source table. */
  private static final int LOAD_SEEDS = 7;

  /** Every so many seeds have callers that adopt a target. */
  private static final int ADOPT_SEEDS = 6;

  private final Draw draw;
  private final boolean loads;
  private final boolean adopts;
  private final Trace trace;
  private final Reach reach = new Reach();
  private final VirtualClock clock;
  private final SourceDatabase database;
  private final Warehouse warehouse;
  private StreamOptions options;
  private final OptionValues texts;
  private final Oracles oracles;
  private final Weather weather;
  private final Baton baton;
  private Climate climate;
  private Optional<Process> current = Optional.empty();
  private final Map<String, InstanceView> remembered = new HashMap<>();
  private int ids;

  World(long seed, boolean traced) {
    draw = new Draw(seed);
    loads = seed % LOAD_SEEDS == LOAD_SEEDS - 1;
    adopts = seed % ADOPT_SEEDS == 0;
    trace = new Trace(traced);
    climate = Climate.of(draw);
    if (adopts && draw.coin()) {
      climate = climate.harming();
    }
    if (loads && draw.coin()) {
      climate = climate.losingTables();
    }
    Setting setting = draw.of(Setting.values());
    clock = new VirtualClock(setting.start);
    String instance = draw.perMille(800) ? SourceDatabase.FOLLOWED : "orders_v1";
    database = new SourceDatabase(new ServerTime(clock, setting.zone), instance);
    OptionValues drawn = texts(draw, instance, database.followed().start());
    texts = loads && draw.perMille(650) ? loading(drawn) : drawn;
    options = parsed();
    oracles = new Oracles(this);
    warehouse = new Warehouse(oracles, draw.perMille(600));
    weather = new Weather(this);
    if (climate.definitions() && draw.perMille(150)) {
      database.enableWithNewest("orders_v2", weather.definitions().columns());
    }
    if (loads) {
      weather.fill();
      climate = draw.coin() ? climate : climate.focusedOn(PortCall.SNAPSHOT_NEXT);
    }
    // The first table may be made under another zone, which the stream then has to keep.
    weather.upheavals().tellZone();
    baton = new Baton(draw.split());
    trace.add("seed %s: %s, %s, %s", seed, setting, climate, options);
  }

  private static OptionValues texts(Draw draw, String instance, Lsn start) {
    String later = Lsns.lsn(0x2C_0000_01A8_0003L + draw.between(20, 400)).toString();
    return OptionValues.of(new java.util.Properties())
        .set(Option.CAPTURE_INSTANCE, instance)
        .set(Option.TARGET, BRONZE)
        .set(Option.WAREHOUSE, "/warehouse")
        .set(Option.GRANULARITY, draw.of(Granularity.MINUTE, Granularity.HOUR).text())
        .set(
            Option.STARTING_LSN,
            draw.perMille(700) ? "earliest" : draw.of("latest", start.toString(), later))
        .set(Option.MAX_ROWS_PER_BATCH, String.valueOf(draw.of(1, 3, 7, 1000)))
        .set(Option.MAX_COMMITS_PER_BATCH, draw.of("unlimited", "unlimited", "1", "2"))
        .set(Option.NUM_PARTITIONS, draw.of("1", "2", "4"))
        .set(Option.FAIL_ON_DATA_LOSS, draw.of("true", "false"))
        .set(Option.SCHEMA_CHANGE_POLICY, draw.perMille(850) ? "classify" : "fail")
        .set(Option.CLOCK_AHEAD, draw.of("fail", "clamp"))
        .set(Option.MAX_CLOCK_REGRESSION, draw.of("PT10M", "PT24H", "PT24H"))
        .set(Option.IDLE_COMMIT_INTERVAL, draw.of("PT0S", "PT5M", "PT1H"));
  }

  /** The same for a stream that begins with the rows of the source table. */
  private static OptionValues loading(OptionValues drawn) {
    OptionValues values = OptionValues.of(new java.util.Properties());
    for (Option option : Option.values()) {
      if (option != Option.STARTING_LSN) {
        drawn.find(option).ifPresent(text -> values.set(option, text));
      }
    }
    return values.set(Option.BOOTSTRAP, "true");
  }

  /** Whether the source table is loaded. */
  boolean loads() {
    return loads;
  }

  /** Whether there are callers that adopt. */
  boolean adopts() {
    return adopts;
  }

  private StreamOptions parsed() {
    StreamOptions made = StreamOptions.of(texts);
    BatchBounds bounds = made.bounds();
    return made.with(
        new BatchBounds(bounds.maxRows(), bounds.maxCommits(), bounds.partitions(), 4));
  }

  /** An operator sets an option. */
  void set(Option option, String text) {
    texts.set(option, text);
    options = parsed();
    trace("  sets %s to %s", option, text);
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

  /** What broken variants keep over processes, by instance name. */
  Map<String, InstanceView> remembered() {
    return remembered;
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

  /** The event rows of a batch, those that its state does not hold included. */
  List<FactsRow> events(LastBatch last) {
    return last.more()
        .map(name -> warehouse.events(options.tables().bronze(), name).orElseThrow())
        .orElse(last.events());
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
