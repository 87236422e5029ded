package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is stored: the tables of every location, which outlive the processes that write them. */
final class Warehouse {

  private final Witness witness;
  private final Map<String, BronzeLog> bronze = new HashMap<>();
  private final Map<String, Shared> shared = new HashMap<>();
  private final Set<String> foreign = new TreeSet<>();
  private int tables;
  private int files;

  /** A facts or a control table. */
  static final class Shared {
    final List<FactsRow> facts = new ArrayList<>();
    final Map<String, Long> newestBatch = new HashMap<>();
    final Map<String, ControlRow> control = new HashMap<>();
    long versions = 1;

    private Shared() {}
  }

  Warehouse(Witness witness) {
    this.witness = witness;
  }

  Witness witness() {
    return witness;
  }

  Optional<BronzeLog> bronze(String location) {
    return Optional.ofNullable(bronze.get(location));
  }

  /** Creates a bronze table unless one is there. */
  boolean createBronze(
      String location,
      List<TableColumn> captured,
      java.util.function.Function<String, Optional<StreamState>> initial) {
    if (bronze.containsKey(location)) {
      return false;
    }
    BronzeLog log = new BronzeLog("table-" + ++tables, captured, witness);
    bronze.put(location, log);
    log.create(initial.apply(log.tableId()));
    return true;
  }

  /** Removes a bronze table with all its files. */
  void drop(String location) {
    bronze.remove(location);
  }

  void delete(DataFile file) {
    file.delete();
    witness.deleted(file);
  }

  String newFileName() {
    return "part-" + ++files;
  }

  /** Puts a table of someone else's at a location. */
  void createForeign(String location) {
    foreign.add(location);
    createBronze(location, List.of(), tableId -> Optional.empty());
  }

  boolean isForeign(String location) {
    return foreign.contains(location);
  }

  Optional<Shared> shared(String location) {
    return Optional.ofNullable(shared.get(location));
  }

  /** The facts or control table of a location, made if it is not there. */
  Shared createShared(String location) {
    return shared.computeIfAbsent(location, key -> new Shared());
  }
}
