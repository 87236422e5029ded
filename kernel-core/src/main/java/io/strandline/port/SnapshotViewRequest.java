package io.strandline.port;

import io.strandline.change.CaptureInstance;

/**
 * Asks what a snapshot of a table would read.
 *
 * @param instance the capture instance, with the columns wanted in this order
 */
public record SnapshotViewRequest(CaptureInstance instance) {}
