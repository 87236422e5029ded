package io.strandline.sim;

import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;

/** One simulated process's view of a {@link Warehouse}. */
final class SimTableStore implements TableStore {

  private final Warehouse warehouse;
  private final Gate gate;
  private final InstantSource clock;

  SimTableStore(Warehouse warehouse, Gate gate, InstantSource clock) {
    this.warehouse = warehouse;
    this.gate = gate;
    this.clock = clock;
  }

  @Override
  public BronzeTable bronze(TableLocations locations) {
    return new SimBronzeTable(
        warehouse, gate, locations.bronze(), tableName(locations.bronze(), locations.warehouse()));
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    return new SimFactsTable(warehouse, gate, clock, locations.facts());
  }

  @Override
  public ControlTable control(TableLocations locations) {
    return new SimControlTable(warehouse, gate, locations.control());
  }

  @Override
  public String tableName(String location, String warehouseLocation) {
    Path folder = path(warehouseLocation);
    Path table =
        path(
            location.contains(":") || location.startsWith("/")
                ? location
                : folder + "/" + location);
    return !table.equals(folder) && table.startsWith(folder)
        ? folder.relativize(table).toString()
        : "file://" + table;
  }

  private static Path path(String location) {
    String path = location.startsWith("file:") ? URI.create(location).getPath() : location;
    return Path.of(path).normalize();
  }

  @Override
  public void close() {}
}
