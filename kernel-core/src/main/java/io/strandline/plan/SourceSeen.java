package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.state.SourceIdentity;
import java.time.Instant;

/**
 * The source as it was when a batch was planned.
 *
 * @param identity what tells it from another
 * @param max its {@code max_lsn}
 * @param maxTs commit time of {@code max}, UTC
 * @param utc its UTC clock
 */
public record SourceSeen(SourceIdentity identity, Lsn max, Instant maxTs, Instant utc) {}
