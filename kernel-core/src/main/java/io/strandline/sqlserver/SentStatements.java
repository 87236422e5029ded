package io.strandline.sqlserver;

import io.strandline.change.CapturedColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotTable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of all statements that are sent to a source, for those who have to approve or check
 * what runs on their server. All of them only read; {@code ?} marks a parameter.
 */
public final class SentStatements {

  private static final long SAMPLE_MILLIS = 5_000;

  /** The ranges of a request are parameters, so that any will do. */
  private static final Lsn LATER = Lsn.ZERO.next().next();

  private SentStatements() {}

  /**
   * The statements for a capture instance, by a name of their purpose.
   *
   * @param instance its name
   * @param columns those that are read
   */
  public static Map<String, String> of(String instance, List<CapturedColumn> columns) {
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put("poll", Statements.POLL);
    statements.put("frontier", Statements.FRONTIER);
    statements.put("entries", Statements.ENTRIES);
    statements.put("session", Statements.SESSION);
    statements.put("min_lsn", Statements.MIN_LSN);
    statements.put("reach", Statements.REACH);
    statements.put("commit_times", Statements.COMMIT_TIMES);
    List<String> names = columns.stream().map(CapturedColumn::name).toList();
    Piece older = new Piece(instance, new LsnRange(Lsn.ZERO, LATER.previous()));
    Piece newer = new Piece(instance, new LsnRange(LATER.previous(), LATER));
    statements.put("measure", RangeStatements.measure(List.of(older)));
    statements.put("measure_two_instances", RangeStatements.measure(List.of(older, newer)));
    statements.put("tiles", RangeStatements.tiles(older, 4));
    statements.put("changes", Statements.changes(instance, names, true));
    statements.put("changes_without_command_id", Statements.changes(instance, names, false));
    return statements;
  }

  /** The statements by which a source is examined, by a name of their purpose. */
  public static Map<String, String> ofDoctor() {
    return InspectionStatements.all();
  }

  /**
   * The statements that see a source table itself, for a first load, by a name of their purpose.
   *
   * @param table as it is read
   */
  public static Map<String, String> ofSnapshot(SnapshotTable table) {
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put("snapshot_view", SnapshotStatements.VIEW);
    for (SnapshotColumn column : table.columns()) {
      if (column.origin() == Origin.DROPPED) {
        statements.put(
            "snapshot_probe",
            SnapshotStatements.probe(SnapshotStatements.name(table), column.column().name()));
      }
    }
    statements.put("snapshot_lock_timeout", SnapshotStatements.lockTimeout(SAMPLE_MILLIS));
    if (table.key() instanceof SnapshotKey.Usable key) {
      KeyColumn first = key.columns().get(0);
      if (key.isOneInteger()) {
        statements.put("snapshot_extent", SnapshotStatements.extent(table, first));
        statements.put("snapshot_counts", SnapshotStatements.counts(table, first));
      } else {
        List<KeyPiece> all = KeyPiece.of(key.columns(), KeyRange.all());
        List<KeyPiece> open = KeyPiece.of(key.columns(), range(key, true));
        statements.put("snapshot_seek_first", SnapshotStatements.seek(table, key.columns(), all));
        statements.put("snapshot_seek", SnapshotStatements.seek(table, key.columns(), open));
      }
      List<KeyPiece> closed = KeyPiece.of(key.columns(), range(key, false));
      statements.put(
          "snapshot_rows_of_range", SnapshotStatements.rows(table, key.columns(), closed));
    }
    statements.put(
        "snapshot_rows",
        SnapshotStatements.rows(table, List.of(), KeyPiece.of(List.of(), KeyRange.all())));
    statements.put("snapshot_after", SnapshotStatements.AFTER);
    return statements;
  }

  /** A range from one key, up to another unless open; the values are parameters. */
  private static KeyRange range(SnapshotKey.Usable key, boolean open) {
    int columns = key.columns().size();
    KeyBound from = new KeyBound(Collections.nCopies(columns, "0"));
    KeyBound to = new KeyBound(Collections.nCopies(columns, "1"));
    return new KeyRange(Optional.of(from), open ? Optional.empty() : Optional.of(to));
  }
}
