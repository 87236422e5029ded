package io.strandline.checks.check;

/**
 * A check and what came of it.
 *
 * @param seconds that it took, in real time
 */
record CheckResult(Fact fact, Outcome outcome, double seconds) {}
