/**
 * Seeded schedules from end to end: a stepped stand-in behind the real driver, real Delta tables,
 * and oracles after every step. Steps are drawn by the seeded {@code io.strandline.check.Draw}.
 */
@NullMarked
package io.strandline.checks.schedule;

import org.jspecify.annotations.NullMarked;
