package io.strandline.lsn;

import java.time.Instant;

/**
 * The last LSN a stream has processed and its commit time: the stream's only position.
 *
 * @param lsn the last processed LSN; need not be a commit of the stream's table
 * @param commitTs the highest commit time carried up to it, UTC
 */
public record Offset(Lsn lsn, Instant commitTs) {}
