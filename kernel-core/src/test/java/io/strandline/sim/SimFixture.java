package io.strandline.sim;

import io.strandline.facts.FactsRow;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.contract.BronzeRow;
import io.strandline.port.contract.StoreFixture;
import io.strandline.sim.BronzeVersion.Foreign;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** A simulated warehouse whose stores' calls exclude each other, so that threads may share it. */
final class SimFixture implements StoreFixture {

  private final Warehouse warehouse = new Warehouse(Witness.NONE);

  /** One call at a time. */
  private final class Exclusive implements Gate {

    @Override
    public <T> T call(PortCall call, Supplier<T> body) {
      synchronized (warehouse) {
        return body.get();
      }
    }

    @Override
    public void run(PortCall call, Runnable body) {
      synchronized (warehouse) {
        body.run();
      }
    }
  }

  @Override
  public TableStore open(InstantSource clock) {
    return new SimTableStore(warehouse, new Exclusive(), clock);
  }

  @Override
  public List<BronzeRow> rows(TableLocations locations) {
    return warehouse.bronze(locations.bronze()).map(BronzeLog::rows).orElse(List.of());
  }

  @Override
  public List<FactsRow> facts(TableLocations locations) {
    return warehouse.shared(locations.facts()).map(table -> table.facts).orElse(List.of());
  }

  @Override
  public long versions(String location) {
    return warehouse
        .bronze(location)
        .map(log -> (long) log.versions().size())
        .or(() -> warehouse.shared(location).map(table -> table.versions))
        .orElse(0L);
  }

  @Override
  public void createForeignTable(String location) {
    warehouse.createForeign(location);
  }

  @Override
  public void commitForeign(TableLocations locations, ForeignChange change) {
    boolean harmful = change == ForeignChange.ADD_ROW;
    warehouse
        .bronze(locations.bronze())
        .orElseThrow()
        .commitForeign(new Foreign(harmful, harmful ? "adds rows" : "sets a property"));
  }
}
