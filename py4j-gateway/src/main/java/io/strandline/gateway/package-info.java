/**
 * The gateway: one JVM that Python, or any Py4J client, calls with JSON documents over loopback.
 *
 * <p>{@link io.strandline.gateway.GatewayMain} listens, {@link io.strandline.gateway.Facade} is all
 * that a client calls; documents are in {@code docs/protocol}.
 */
@NullMarked
package io.strandline.gateway;

import org.jspecify.annotations.NullMarked;
