package io.strandline.checks.demo;

import io.strandline.verdict.Finality;
import java.time.Instant;

/**
 * What the demo found of one hour.
 *
 * @param from start of the hour, inclusive, UTC
 * @param until its end, exclusive
 * @param rows change rows of the hour in bronze
 * @param sourceRows change rows of the hour that the source has committed
 * @param finality what the published verdict says of it
 */
record HourRow(Instant from, Instant until, long rows, long sourceRows, Finality finality) {}
