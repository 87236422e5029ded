package io.strandline.delta;

import io.strandline.change.TableColumn;
import io.strandline.codec.FactsCodec;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.kernel.TableCreation;
import io.strandline.error.ForeignTableException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table beside the bronze tables, with a property that says which: facts or control. */
final class SideTable {

  /** The property of the table's kind and format version. */
  static final String PROPERTY = "strandline.table";

  /** Bounds of ids and names stay whole, for many share a long beginning. */
  static final int MAX_BOUND_TEXT = 4096;

  private static final String CREATION_METADATA = "{\"" + FactsCodec.MARK + "\":\"create\"}";

  private final DeltaStorage storage;
  private final PostCommit after;
  private final Location location;
  private final String kind;
  private final List<TableColumn> columns;
  private final InstantSource clock;

  /**
   * @param kind kind and format version, such as {@code facts/1}
   * @param columns of that format
   */
  SideTable(
      DeltaStorage storage,
      PostCommit after,
      Location location,
      String kind,
      List<TableColumn> columns,
      InstantSource clock) {
    this.storage = storage;
    this.after = after;
    this.location = location;
    this.kind = kind;
    this.columns = List.copyOf(columns);
    this.clock = clock;
  }

  Location location() {
    return location;
  }

  List<TableColumn> columns() {
    return columns;
  }

  /** Creates the table unless it is there; a lost race is as good. */
  void createIfAbsent() {
    if (load().isPresent()) {
      location.requireSafeWrites();
      return;
    }
    TableCreation creation =
        new TableCreation(
            location.kernelPath(),
            KernelTypes.schema(columns),
            Map.of(
                PROPERTY,
                kind,
                "delta.logRetentionDuration",
                "interval 2 days",
                // Every checkpoint repeats the removals of that time, one for each publish.
                "delta.deletedFileRetentionDuration",
                "interval 1 days"),
            CREATION_METADATA,
            clock);
    Creations.create(storage, location, creation, Optional.empty(), after);
    load();
  }

  /**
   * The newest version; empty if no table is there.
   *
   * @throws ForeignTableException if a table is there that is not of this kind, or other files
   */
  Optional<DeltaSnapshot> load() {
    Optional<DeltaSnapshot> found = Creations.find(storage, location);
    found
        .flatMap(DeltaSnapshot::emptyCommit)
        .ifPresent(
            file -> {
              throw LoggedCommit.empty(location, file);
            });
    found.ifPresent(this::requireKind);
    return found;
  }

  /** The newest version, created if it is not there. */
  DeltaSnapshot loadOrCreate() {
    return load()
        .orElseGet(
            () -> {
              createIfAbsent();
              return load().orElseThrow();
            });
  }

  private void requireKind(DeltaSnapshot snapshot) {
    String found = snapshot.properties().get(PROPERTY);
    if (!kind.equals(found)) {
      throw new ForeignTableException(
          "the table at '"
              + location
              + "' is no Strandline table of the kind "
              + kind
              + (found == null ? "" : " but of the kind " + found),
          "Choose another location, or use the release that wrote the table.");
    }
    List<String> names = snapshot.schema().fieldNames();
    for (TableColumn column : columns) {
      if (!names.contains(column.name())) {
        throw new ForeignTableException(
            "the table at '" + location + "' lacks the column '" + column.name() + "'",
            "Restore the table's columns or choose another location.");
      }
    }
  }
}
