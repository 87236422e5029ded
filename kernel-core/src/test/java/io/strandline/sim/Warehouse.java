package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.contract.BronzeRow;
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
  private final boolean widening;
  private final Map<String, BronzeLog> bronze = new HashMap<>();
  private final Map<String, Shared> shared = new HashMap<>();
  private final Set<String> foreign = new TreeSet<>();
  private final Map<String, List<FactsRow>> events = new HashMap<>();
  private int tables;
  private final Map<String, DataFile> files = new HashMap<>();

  /** A facts or a control table. */
  static final class Shared {
    final List<FactsRow> facts = new ArrayList<>();
    final Map<String, Long> newestBatch = new HashMap<>();
    final Map<String, ControlRow> control = new HashMap<>();
    long versions = 1;

    private Shared() {}
  }

  /** A warehouse whose bronze tables allow types to be widened. */
  Warehouse(Witness witness) {
    this(witness, true);
  }

  Warehouse(Witness witness, boolean widening) {
    this.witness = witness;
    this.widening = widening;
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
    BronzeLog log = new BronzeLog("table-" + ++tables, widening, witness);
    bronze.put(location, log);
    log.create(captured, initial.apply(log.tableId()));
    return true;
  }

  /** Removes a bronze table with all its files. */
  void drop(String location) {
    bronze.remove(location);
  }

  /** Keeps events beside a table under a name that their content gives them. */
  String storeEvents(String location, List<FactsRow> rows) {
    String name = "events-" + Integer.toHexString(rows.hashCode());
    events.put(location + "/" + name, List.copyOf(rows));
    return name;
  }

  Optional<List<FactsRow>> events(String location, String name) {
    return Optional.ofNullable(events.get(location + "/" + name));
  }

  void delete(DataFile file) {
    file.delete();
    witness.deleted(file);
  }

  DataFile newFile(List<BronzeRow> rows) {
    DataFile file = new DataFile("part-" + (files.size() + 1), rows);
    files.put(file.name(), file);
    return file;
  }

  /** The data file of a name. */
  Optional<DataFile> file(String name) {
    return Optional.ofNullable(files.get(name));
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
