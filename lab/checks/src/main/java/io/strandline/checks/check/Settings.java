package io.strandline.checks.check;

import java.time.ZoneId;
import java.util.Optional;

/**
 * How the checks run.
 *
 * @param limits of time and rows
 * @param zone the zone that the product is told, or would be; empty if it asks the server
 */
record Settings(Limits limits, Optional<ZoneId> zone) {}
