package io.strandline.time;

import io.strandline.lsn.Lsn;
import java.time.Instant;

/**
 * A commit whose own time is below one that came before it.
 *
 * @param lsn the commit
 * @param own its own time, UTC
 * @param carried the time it took instead: the highest of the commits before it, UTC
 */
public record ClockRegression(Lsn lsn, Instant own, Instant carried) {}
