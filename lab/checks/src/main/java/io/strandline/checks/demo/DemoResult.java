package io.strandline.checks.demo;

import io.strandline.port.TableLocations;
import io.strandline.report.IngestReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run of the demo did and found.
 *
 * @param seed of the workload
 * @param tables where the tables are
 * @param calls the reports of its calls, in order
 * @param hours the hours of the run, in order
 * @param finalizedUntil the published verdict at the end
 * @param capturePausedAt when capture was paused, UTC; empty if it was not
 */
record DemoResult(
    long seed,
    TableLocations tables,
    List<IngestReport> calls,
    List<HourRow> hours,
    Optional<Instant> finalizedUntil,
    Optional<Instant> capturePausedAt) {}
