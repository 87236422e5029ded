package io.strandline.stream;

import io.strandline.lsn.Lsn;

/**
 * What the read of a split came to.
 *
 * @param transferred its rows
 * @param minLsnAfter the instance's watermark after the last row; it has not passed the split
 */
record SplitRead(Transferred transferred, Lsn minLsnAfter) {}
