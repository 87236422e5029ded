package io.strandline.sqlserver;

import io.strandline.error.InvalidOptionsException;

/**
 * What bounds the rows held in memory while a range is read.
 *
 * @param batchRows most rows of a batch, 1 to 1,000,000
 * @param batchBytes bytes after which a batch ends, at least 1; a batch is larger by one row at
 *     most
 * @param queueDepth batches read ahead of the consumer, 1 to 64
 */
public record FetchLimits(int batchRows, long batchBytes, int queueDepth) {

  private static final int MOST_ROWS = 1_000_000;
  private static final int DEEPEST = 64;

  /** 8,192 rows or 8 MiB a batch, four batches ahead. */
  public static final FetchLimits DEFAULT = new FetchLimits(8_192, 8L << 20, 4);

  public FetchLimits {
    check("batchRows", batchRows, MOST_ROWS);
    check("batchBytes", batchBytes, Integer.MAX_VALUE / 2);
    check("queueDepth", queueDepth, DEEPEST);
  }

  private static void check(String name, long value, long most) {
    if (value < 1 || value > most) {
      throw new InvalidOptionsException(
          "the fetch limit " + name + " is " + value, "Give a number from 1 to " + most + ".");
    }
  }
}
