package io.strandline.delta;

import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.log.LogStores;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Delta tables through Delta Kernel, over one engine. */
final class DeltaTableStore implements TableStore {

  /** Kernel writes uncompressed files unless told, and ignores the table's property (measured). */
  private static final Map<String, String> PARQUET = Map.of("parquet.compression", "ZSTD");

  private final DeltaStorage storage;
  private final PostCommit after;
  private final InstantSource clock;

  private DeltaTableStore(DeltaStorage storage, InstantSource clock) {
    this.storage = storage;
    this.after = new PostCommit(storage);
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
    return new DeltaTableStore(DeltaStorage.open(settings), clock);
  }

  @Override
  public BronzeTable bronze(TableLocations locations) {
    Location location = location(locations.bronze(), locations.warehouse());
    location.requireSafeWrites();
    String name = location.nameBelow(Location.of(locations.warehouse()));
    return new DeltaBronzeTable(storage, after, location, name, clock);
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    Location location = location(locations.facts(), locations.warehouse());
    return new DeltaFactsTable(storage, after, location, clock);
  }

  @Override
  public ControlTable control(TableLocations locations) {
    Location location = location(locations.control(), locations.warehouse());
    return new DeltaControlTable(storage, after, location, clock);
  }

  @Override
  public String tableName(String location, String warehouse) {
    return location(location, warehouse).nameBelow(Location.of(warehouse));
  }

  private static Location location(String location, String warehouse) {
    return Location.of(location, Location.of(warehouse));
  }

  @Override
  public void close() {
    // The engine opens what it needs for each call and holds nothing.
  }
}
