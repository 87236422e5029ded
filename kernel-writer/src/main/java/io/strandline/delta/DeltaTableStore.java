package io.strandline.delta;

import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.log.LogStores;
import io.strandline.delta.log.SingleWriterLogStore;
import io.strandline.error.InvalidOptionsException;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Delta tables through Delta Kernel, over one engine. */
final class DeltaTableStore implements TableStore {

  /** Kernel writes uncompressed files unless told, and ignores the table's property (measured). */
  private static final Map<String, String> PARQUET = Map.of("parquet.compression", "ZSTD");

  /** An engine and what its commits leave to do. */
  private record Backend(DeltaStorage storage, PostCommit after) {

    static Backend open(Map<String, String> settings, InstantSource clock) {
      DeltaStorage storage = DeltaStorage.open(settings);
      return new Backend(storage, new PostCommit(storage, clock));
    }
  }

  private final Map<String, String> settings;
  private final Backend shared;
  private final InstantSource clock;
  private final Map<Set<String>, Backend> singleWriters = new ConcurrentHashMap<>();
  private final Map<String, DeltaControlTable> controls = new ConcurrentHashMap<>();

  private DeltaTableStore(Map<String, String> settings, InstantSource clock) {
    this.settings = Map.copyOf(settings);
    this.shared = Backend.open(settings, clock);
    this.clock = clock;
  }

  /**
   * A store.
   *
   * @param clock the reader's clock
   * @param more settings of Hadoop's configuration, over the store's own
   */
  static DeltaTableStore open(InstantSource clock, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(PARQUET);
    settings.putAll(LogStores.SETTINGS);
    settings.putAll(more);
    return new DeltaTableStore(settings, clock);
  }

  @Override
  public BronzeTable bronze(TableLocations locations) {
    Location location = location(locations.bronze(), locations);
    location.requireSafeWrites();
    requireApart(locations);
    location.requireConnector();
    String name = location.nameBelow(Location.of(locations.warehouse()));
    Backend backend = backend(locations);
    return new DeltaBronzeTable(backend.storage(), backend.after(), location, name, clock);
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    Location location = location(locations.facts(), locations);
    location.requireConnector();
    Backend backend = backend(locations);
    return new DeltaFactsTable(backend.storage(), backend.after(), location, clock);
  }

  /** One object a location, so that publishes of all streams of this process come together. */
  @Override
  public ControlTable control(TableLocations locations) {
    Location location = location(locations.control(), locations);
    location.requireConnector();
    Backend backend = backend(locations);
    return controls.computeIfAbsent(
        location + (locations.singleWriter() ? " single" : ""),
        key -> new DeltaControlTable(backend.storage(), backend.after(), location, clock));
  }

  @Override
  public String tableName(String location, String warehouse) {
    Location folder = Location.of(warehouse);
    return Location.of(location, folder).nameBelow(folder);
  }

  /** VACUUM of a table deletes every file below its folder that is not of its own (documented). */
  private static void requireApart(TableLocations locations) {
    List<Location> tables =
        Stream.of(locations.bronze(), locations.facts(), locations.control())
            .filter(table -> !table.isBlank())
            .map(table -> location(table, locations))
            .toList();
    for (Location table : tables) {
      for (Location other : tables) {
        if (table != other && table.isIn(other)) {
          throw new InvalidOptionsException(
              "the tables at '"
                  + table
                  + "' and '"
                  + other
                  + "' are in one folder, or one inside the"
                  + " other, where VACUUM of one deletes the files of the other",
              "Give target, facts and control folders beside each other, such as three in one"
                  + " warehouse.");
        }
      }
    }
  }

  private static Location location(String location, TableLocations locations) {
    return Location.of(location, Location.of(locations.warehouse()))
        .singleWriter(locations.singleWriter());
  }

  /** The shared engine, or one whose commits are safe within this process only. */
  private Backend backend(TableLocations locations) {
    if (!locations.singleWriter()) {
      return shared;
    }
    Set<String> unsafe = new TreeSet<>();
    for (String table : List.of(locations.bronze(), locations.facts(), locations.control())) {
      if (!table.isBlank()) {
        location(table, locations).unsafeScheme().ifPresent(unsafe::add);
      }
    }
    return singleWriters.computeIfAbsent(unsafe, this::singleWriter);
  }

  private Backend singleWriter(Set<String> unsafe) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(LogStores.SINGLE_WRITER, "true");
    for (String scheme : unsafe) {
      more.put(LogStores.setting(scheme), SingleWriterLogStore.class.getName());
    }
    return Backend.open(more, clock);
  }

  @Override
  public void close() {
    // The engine opens what it needs for each call and holds nothing.
  }
}
