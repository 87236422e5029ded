package io.strandline.port;

import io.strandline.change.CaptureInstance;
import io.strandline.lsn.LsnRange;

/**
 * Asks for the change rows of a range.
 *
 * @param instance the instance to read, with the columns wanted in this order
 * @param range not empty
 */
public record ReadRequest(CaptureInstance instance, LsnRange range) {}
