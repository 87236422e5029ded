package io.strandline.plan;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * Changes that the source no longer has.
 *
 * @param captureInstance instance that held them
 * @param from the first LSN that was not read
 * @param to where reading goes on: the watermark, or the start of the instance that follows
 * @param toLocal local commit time of {@code to}; empty if the time mapping does not have it
 * @param cause why they are gone, in words
 */
public record Gap(
    String captureInstance, Lsn from, Lsn to, Optional<LocalDateTime> toLocal, String cause) {}
