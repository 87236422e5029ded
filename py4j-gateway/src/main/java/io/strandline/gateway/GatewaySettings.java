package io.strandline.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a gateway's process is run.
 *
 * @param connectionFile where port and token are written; its folder must be there
 * @param idleTimeout after how long without a call the process ends; empty for never
 * @param shared whether it goes on when its input ends, for clients that did not start it
 */
public record GatewaySettings(
    Path connectionFile, Optional<Duration> idleTimeout, boolean shared) {}
