/**
 * The gateway: one JVM that Python, or any Py4J client, calls with JSON documents over loopback.
 *
 * <p>{@link io.strandline.gateway.GatewayMain} is its process, {@link
 * io.strandline.gateway.EntryPoint} all that a client calls; the documents are in {@code
 * docs/protocol}.
 */
@NullMarked
package io.strandline.gateway;

import org.jspecify.annotations.NullMarked;
