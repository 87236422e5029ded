package io.strandline.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.types.StructType;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.delta.kernel.ScannedFile;
import io.strandline.delta.kernel.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table's row in one version of the control table, with the files that hold it.
 *
 * @param record the row; empty if there is none
 * @param files to remove when it is rewritten
 * @param others rows of other tables in those files, which some other writer has merged
 */
record ControlEntry(
    Optional<ControlRecord> record, List<ScannedFile> files, List<ControlRecord> others) {

  private static final StructType SCHEMA = KernelTypes.schema(ControlRecord.COLUMNS);

  ControlEntry {
    files = List.copyOf(files);
    others = List.copyOf(others);
  }

  static ControlEntry find(TableScan scan, DeltaSnapshot snapshot, String tableName) {
    Optional<ControlRecord> record = Optional.empty();
    List<ScannedFile> files = new ArrayList<>();
    List<ControlRecord> others = new ArrayList<>();
    for (ScannedFile file : scan.filesWith(snapshot, SCHEMA, ControlRecord.TABLE_NAME, tableName)) {
      List<ControlRecord> rest = new ArrayList<>();
      boolean holds = false;
      for (Row row : file.rows()) {
        ControlRecord found = ControlRecord.read(row);
        if (found.row().tableName().equals(tableName)) {
          record = Optional.of(record.map(known -> further(known, found)).orElse(found));
          holds = true;
        } else {
          rest.add(found);
        }
      }
      if (holds) {
        files.add(file);
        others.addAll(rest);
      }
    }
    return new ControlEntry(record, files, others);
  }

  /** Of two rows of one table, which only another writer can have left, the one further on. */
  private static ControlRecord further(ControlRecord a, ControlRecord b) {
    return b.row().end().lsn().isAfter(a.row().end().lsn()) ? b : a;
  }
}
