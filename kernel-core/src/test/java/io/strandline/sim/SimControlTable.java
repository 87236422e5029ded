package io.strandline.sim;

import io.strandline.port.ControlTable;
import io.strandline.verdict.ControlRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One simulated process's view of a control table. */
final class SimControlTable implements ControlTable {

  private final Warehouse warehouse;
  private final Gate gate;
  private final String location;

  SimControlTable(Warehouse warehouse, Gate gate, String location) {
    this.warehouse = warehouse;
    this.gate = gate;
    this.location = location;
  }

  @Override
  public void createIfAbsent() {
    gate.run(
        PortCall.CONTROL_CREATE,
        () -> {
          SimFactsTable.refuseForeign(warehouse, location);
          warehouse.createShared(location);
        });
  }

  @Override
  public Optional<ControlRow> read(String tableName) {
    return gate.call(
        PortCall.CONTROL_READ,
        () -> {
          SimFactsTable.refuseForeign(warehouse, location);
          return warehouse.shared(location).map(table -> table.control.get(tableName));
        });
  }

  @Override
  public List<ControlRow> all() {
    return gate.call(
        PortCall.CONTROL_READ,
        () -> {
          SimFactsTable.refuseForeign(warehouse, location);
          return warehouse.shared(location).stream()
              .flatMap(table -> table.control.values().stream())
              .sorted(Comparator.comparing(ControlRow::tableName))
              .toList();
        });
  }

  @Override
  public ControlRow publish(ControlRow row) {
    return gate.call(PortCall.CONTROL_PUBLISH, () -> write(row));
  }

  private ControlRow write(ControlRow row) {
    SimFactsTable.refuseForeign(warehouse, location);
    Warehouse.Shared table =
        warehouse
            .shared(location)
            .orElseThrow(() -> new IllegalStateException("no control table at " + location));
    Optional<ControlRow> current = Optional.ofNullable(table.control.get(row.tableName()));
    ControlRow wanted = current.map(row::over).orElse(row);
    if (current.isPresent() && wanted.saysTheSameAs(current.get())) {
      return current.get();
    }
    table.control.put(row.tableName(), wanted);
    table.versions++;
    warehouse.witness().published(current, wanted);
    return wanted;
  }
}
