package io.strandline.debezium;

import io.strandline.lab.cdc.Oracle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a table was and became, told by the commits alone.
 *
 * @param keys how many of the first columns are the primary key
 */
record Truth(List<Change> changes, List<List<Object>> finalRows, Oracle oracle, int keys) {

  /** Of a table's first capture instance and its present rows. */
  static Truth of(CdcLab lab, Table table) {
    return new Truth(
        changes(lab, table.instance()),
        lab.rows(table),
        lab.oracle(table.instance()),
        table.keys());
  }

  /** What a capture instance's change table must come to hold, in its order. */
  static List<Change> changes(CdcLab lab, String instance) {
    return Change.of(
        lab.oracle(instance).changes().stream()
            .sorted(
                Comparator.comparing(Oracle.Change::commitLsn)
                    .thenComparing(Oracle.Change::commandId)
                    .thenComparing(Oracle.Change::seqval)
                    .thenComparing(Oracle.Change::operation))
            .map(
                change ->
                    new Change.Row(
                        change.commitLsn().toString(),
                        change.seqval().toString(),
                        change.operation(),
                        Cells.ofLab(change.values().stream())))
            .toList());
  }

  /** The table's rows by their keys after a commit. */
  Map<List<Object>, List<Object>> rowsAt(String lsn) {
    Map<List<Object>, List<Object>> rows = new LinkedHashMap<>();
    oracle.tableAt(CdcLab.lsn(lsn)).stream()
        .map(row -> Cells.ofLab(row.stream()))
        .forEach(row -> rows.put(key(row), row));
    return rows;
  }

  /** A row's primary key. */
  List<Object> key(List<Object> row) {
    return row.subList(0, keys);
  }

  /** The commits of the table after one, in order. */
  TreeSet<String> commitsAfter(String lsn) {
    TreeSet<String> commits = new TreeSet<>();
    changes.stream().filter(change -> change.isAfter(lsn)).forEach(c -> commits.add(c.commitLsn()));
    return commits;
  }

  /**
   * What rows of a key there were from a commit on: each version, and an empty row where there was
   * none.
   */
  Map<List<Object>, List<List<Object>>> versionsFrom(String lsn) {
    Map<List<Object>, List<List<Object>>> versions = new LinkedHashMap<>();
    rowsAt(lsn).forEach((key, row) -> versions.put(key, new ArrayList<>(List.of(row))));
    for (Change change : changes) {
      if (change.isAfter(lsn)) {
        if (!change.before().isEmpty()) {
          version(versions, key(change.before()), List.of());
        }
        if (!change.after().isEmpty()) {
          version(versions, key(change.after()), change.after());
        }
      }
    }
    return versions;
  }

  private static void version(
      Map<List<Object>, List<List<Object>>> versions, List<Object> key, List<Object> row) {
    versions.computeIfAbsent(key, absent -> new ArrayList<>(List.of(List.of()))).add(row);
  }
}
