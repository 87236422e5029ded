package io.strandline.checks.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run of the demo is to do.
 *
 * @param seed of the workload
 * @param folder empty; where the tables go
 * @param pauseAfterHours hours after which capture is paused; empty for never
 */
record DemoSettings(long seed, Path folder, Optional<Integer> pauseAfterHours) {}
