package io.strandline.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.types.StructType;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.delta.kernel.ScannedFile;
import io.strandline.delta.kernel.TableScan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rows of some tables in one version of the control table, with the files that hold them.
 *
 * @param files each with the records in it, other tables' included, which some other writer has
 *     merged
 */
record ControlEntries(List<Entry> files) {

  private static final StructType SCHEMA = KernelTypes.schema(ControlRecord.COLUMNS);

  /**
   * A file of the control table.
   *
   * @param file to remove when one of its rows is rewritten
   * @param records its rows
   */
  record Entry(ScannedFile file, List<ControlRecord> records) {

    Entry {
      records = List.copyOf(records);
    }

    boolean holdsOneOf(Set<String> tableNames) {
      return records.stream().anyMatch(record -> tableNames.contains(record.row().tableName()));
    }
  }

  ControlEntries {
    files = List.copyOf(files);
  }

  static ControlEntries find(
      TableScan scan, DeltaSnapshot snapshot, Collection<String> tableNames) {
    List<Entry> found = new ArrayList<>();
    for (ScannedFile file :
        scan.filesWith(snapshot, SCHEMA, ControlRecord.TABLE_NAME, tableNames)) {
      found.add(new Entry(file, file.rows().stream().map(ControlRecord::read).toList()));
    }
    return new ControlEntries(found);
  }

  /** Every row of a version by table name. */
  static Map<String, ControlRecord> all(TableScan scan, DeltaSnapshot snapshot) {
    Map<String, ControlRecord> all = new TreeMap<>();
    scan.forEach(snapshot, SCHEMA, row -> put(all, row));
    return all;
  }

  private static void put(Map<String, ControlRecord> all, Row row) {
    ControlRecord record = ControlRecord.read(row);
    all.merge(record.row().tableName(), record, ControlEntries::further);
  }

  /** A table's row; empty if there is none. */
  Optional<ControlRecord> of(String tableName) {
    return files.stream()
        .flatMap(entry -> entry.records().stream())
        .filter(record -> record.row().tableName().equals(tableName))
        .reduce(ControlEntries::further);
  }

  /** The files that hold a row of one of some tables. */
  List<ScannedFile> filesOf(Set<String> tableNames) {
    return files.stream().filter(entry -> entry.holdsOneOf(tableNames)).map(Entry::file).toList();
  }

  /** The rows of other tables in those files. */
  List<ControlRecord> othersThan(Set<String> tableNames) {
    return files.stream()
        .filter(entry -> entry.holdsOneOf(tableNames))
        .flatMap(entry -> entry.records().stream())
        .filter(record -> !tableNames.contains(record.row().tableName()))
        .toList();
  }

  /** Of two rows of one table, which only another writer can have left, the one further on. */
  private static ControlRecord further(ControlRecord a, ControlRecord b) {
    return b.row().isAheadOf(a.row()) ? b : a;
  }
}
