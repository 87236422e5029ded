package io.strandline.port;

import io.strandline.lsn.LsnRange;

/**
 * Asks how far a batch can reach.
 *
 * @param captureInstance the instance that holds the range
 * @param range not empty; ends at {@code max_lsn} or before
 * @param maxRows the most change rows wanted, at least 1; the first commit with rows is taken whole
 *     even if it has more
 */
public record MeasureRequest(String captureInstance, LsnRange range, long maxRows) {}
