package io.strandline.delta.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import java.util.List;
import java.util.Optional;

/** A data file of a table's version with the rows that were read from it. Immutable. */
public final class ScannedFile {

  private final AddFile file;
  private final List<Row> rows;

  ScannedFile(Row scanFile, List<Row> rows) {
    this.file = new AddFile(scanFile.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
    this.rows = List.copyOf(rows);
  }

  /** Its rows, deleted ones left out. */
  public List<Row> rows() {
    return rows;
  }

  Row removal() {
    return SingleAction.createRemoveFileSingleAction(file.toRemoveFileRow(true, Optional.empty()));
  }
}
