package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.FileDocument;
import java.time.Duration;
import java.util.List;

/**
 * A split's rows in uncommitted files.
 *
 * @param planId of the plan that was executed
 * @param tableId id of the Delta table that the files are in
 * @param schemaHash of the columns that they were written with
 * @param split number of the split
 * @param captureInstance that was read
 * @param range the split's commits
 * @param rows that were written
 * @param tally of them
 * @param minLsnAfter the instance's retention watermark, read after the last row on the session
 *     that read the rows
 * @param waited how long the read waited for the source
 * @param files the rows
 */
public record SplitResult(
    String planId,
    String tableId,
    String schemaHash,
    int split,
    String captureInstance,
    LsnRange range,
    long rows,
    SplitTally tally,
    Lsn minLsnAfter,
    Duration waited,
    List<FileDocument> files) {

  public SplitResult {
    files = List.copyOf(files);
  }
}
