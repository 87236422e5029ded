package io.strandline.stream;

import io.strandline.port.WrittenFiles;
import java.time.Duration;

/**
 * What a read came to.
 *
 * @param files with its rows, not committed yet
 * @param tally of its rows
 * @param waited how long it waited for the source
 */
record Transferred(WrittenFiles files, BatchTally tally, Duration waited) {}
