package io.strandline.port;

import io.strandline.change.CaptureInstance;
import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A capture instance as a poll saw it.
 *
 * @param instance the instance and its columns
 * @param minLsn its retention watermark; empty where the server answers zero or NULL, which means
 *     unknown, not permitted or not processed yet, never "fine"
 * @param watermarkLocal local commit time of the watermark; empty if no mapping row has its LSN
 */
public record InstanceView(
    CaptureInstance instance, Optional<Lsn> minLsn, Optional<LocalDateTime> watermarkLocal) {}
