package io.strandline.report;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a stream stands.
 *
 * @param table canonical name of the bronze table
 * @param appId the stream
 * @param offset its offset; empty while there is no table
 * @param finalizedUntil the published verdict, UTC; empty before the first
 * @param granularity of the verdict
 * @param verdictPending whether a verdict of a committed batch could not be published yet; the next
 *     call publishes it
 * @param sourceMax {@code max_lsn} as the call saw it; empty if NULL
 * @param captureLagSeconds the server's clock less the commit time of {@code max_lsn}; empty if
 *     unknown
 * @param conflicts how often another caller was first in this call
 * @param warnings what a person should look at
 */
public record StreamStatus(
    String table,
    String appId,
    Optional<Offset> offset,
    Optional<Instant> finalizedUntil,
    Granularity granularity,
    boolean verdictPending,
    Optional<Lsn> sourceMax,
    Optional<Double> captureLagSeconds,
    int conflicts,
    List<String> warnings) {

  public StreamStatus {
    warnings = List.copyOf(warnings);
  }
}
