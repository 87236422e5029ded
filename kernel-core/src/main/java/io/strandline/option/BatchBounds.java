package io.strandline.option;

/**
 * How large a batch may be, and how it is read.
 *
 * @param maxRows most change rows, at least 1; a larger single transaction is still taken whole
 * @param maxCommits most commits with change rows, at least 1
 * @param partitions most readers at once, at least 1
 * @param leastSplitRows fewest change rows of a reader, so that small batches stay on one
 *     connection
 */
public record BatchBounds(long maxRows, long maxCommits, int partitions, long leastSplitRows) {

  /** The fewest rows of a reader unless a test says otherwise. */
  public static final long LEAST_SPLIT_ROWS = 50_000;

  private static final int MOST_PARTITIONS = 64;
  private static final String UNLIMITED = "unlimited";

  static BatchBounds of(OptionValues values) {
    long rows = values.parsed(Option.MAX_ROWS_PER_BATCH, 1L, Long::parseLong);
    if (rows < 1) {
      values.fault(Option.MAX_ROWS_PER_BATCH, "maxRowsPerBatch " + rows + " is below 1");
    }
    long commits =
        values.parsed(
            Option.MAX_COMMITS_PER_BATCH,
            1L,
            text -> text.equals(UNLIMITED) ? Long.MAX_VALUE : Long.parseLong(text));
    if (commits < 1) {
      values.fault(Option.MAX_COMMITS_PER_BATCH, "maxCommitsPerBatch " + commits + " is below 1");
    }
    int partitions = values.parsed(Option.NUM_PARTITIONS, 1, Integer::parseInt);
    if (partitions < 1 || partitions > MOST_PARTITIONS) {
      values.fault(
          Option.NUM_PARTITIONS,
          "numPartitions " + partitions + " is not between 1 and " + MOST_PARTITIONS);
    }
    return new BatchBounds(rows, commits, partitions, LEAST_SPLIT_ROWS);
  }

  /** The same with another most of rows. */
  public BatchBounds withMaxRows(long rows) {
    return new BatchBounds(rows, maxCommits, partitions, leastSplitRows);
  }
}
