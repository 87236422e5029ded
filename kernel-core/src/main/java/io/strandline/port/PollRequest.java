package io.strandline.port;

import io.strandline.lsn.Lsn;

/**
 * What a poll asks for.
 *
 * @param captureInstance name of the instance that the stream follows
 * @param position LSN whose neighbours in the time mapping are wanted
 */
public record PollRequest(String captureInstance, Lsn position) {}
