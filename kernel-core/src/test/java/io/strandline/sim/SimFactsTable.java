package io.strandline.sim;

import io.strandline.error.ForeignTableException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsOrder;
import io.strandline.facts.FactsRow;
import io.strandline.port.FactsTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One simulated process's view of a facts table. */
final class SimFactsTable implements FactsTable {

  private final Warehouse warehouse;
  private final Gate gate;
  private final InstantSource clock;
  private final String location;

  SimFactsTable(Warehouse warehouse, Gate gate, InstantSource clock, String location) {
    this.warehouse = warehouse;
    this.gate = gate;
    this.clock = clock;
    this.location = location;
  }

  @Override
  public void createIfAbsent() {
    gate.run(
        PortCall.FACTS_CREATE,
        () -> {
          refuseForeign(warehouse, location);
          warehouse.createShared(location);
        });
  }

  @Override
  public View view() {
    return gate.call(
        PortCall.FACTS_VIEW,
        () -> {
          refuseForeign(warehouse, location);
          Map<String, Long> newest = new HashMap<>();
          List<FactsRow> rows = new ArrayList<>();
          warehouse
              .shared(location)
              .ifPresent(
                  table -> {
                    newest.putAll(table.newestBatch);
                    rows.addAll(table.facts);
                  });
          return new SimView(newest, rows);
        });
  }

  private record SimView(Map<String, Long> newest, List<FactsRow> rows) implements View {

    @Override
    public long newestBatch(String tableId, String appId) {
      return newest.getOrDefault(key(tableId, appId), -1L);
    }

    @Override
    public List<FactsRow> history(String target, Instant since, int most) {
      return rows.stream()
          .filter(row -> FactsOrder.target(row).equals(Optional.of(target)))
          .filter(row -> !FactsOrder.writtenAt(row).isBefore(since))
          .sorted(FactsOrder.NEWEST_FIRST)
          .limit(most)
          .toList();
    }

    @Override
    public List<FactsRow> latest(Set<String> targets, Instant since) {
      List<FactsRow> latest = new ArrayList<>();
      for (String target : targets) {
        List<FactsRow> all = history(target, since, Integer.MAX_VALUE);
        all.stream().filter(row -> !FactsOrder.isEvent(row)).findFirst().ifPresent(latest::add);
        all.stream().filter(FactsOrder::isEvent).findFirst().ifPresent(latest::add);
      }
      return latest;
    }
  }

  @Override
  public void append(String tableId, String appId, long batchId, List<FactsRow> rows) {
    gate.run(PortCall.FACTS_APPEND, () -> write(tableId, appId, batchId, rows));
  }

  private void write(String tableId, String appId, long batchId, List<FactsRow> rows) {
    refuseForeign(warehouse, location);
    Warehouse.Shared table =
        warehouse
            .shared(location)
            .orElseThrow(() -> new IllegalStateException("no facts table at " + location));
    String key = key(tableId, appId);
    if (table.newestBatch.getOrDefault(key, -1L) >= batchId) {
      return;
    }
    table.newestBatch.put(key, batchId);
    table.versions++;
    List<FactsRow> written =
        rows.stream().map(row -> row.with(FactsColumn.WRITTEN_AT, clock.instant())).toList();
    table.facts.addAll(written);
    warehouse.witness().factsWritten(tableId, appId, batchId, written);
  }

  private static String key(String tableId, String appId) {
    return tableId + "\n" + appId;
  }

  static void refuseForeign(Warehouse warehouse, String location) {
    if (warehouse.isForeign(location)) {
      throw new ForeignTableException(
          "the table at " + location + " is not Strandline's", "choose another location");
    }
  }
}
