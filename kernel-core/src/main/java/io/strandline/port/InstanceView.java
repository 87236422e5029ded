package io.strandline.port;

import io.strandline.change.CaptureInstance;
import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * A capture instance as a poll saw it.
 *
 * @param instance the instance and its columns
 * @param minLsn its retention watermark; empty where the server answers zero or NULL, which means
 *     unknown, not permitted or not processed yet, never "fine"
 * @param watermarkLocal local commit time of the watermark; empty if no mapping row has its LSN
 * @param ddl what it recorded of changes of the table's definition after the request's position, in
 *     LSN order
 */
public record InstanceView(
    CaptureInstance instance,
    Optional<Lsn> minLsn,
    Optional<LocalDateTime> watermarkLocal,
    List<DdlChange> ddl) {

  public InstanceView {
    ddl = List.copyOf(ddl);
  }

  /** The instance's name. */
  public String name() {
    return instance.name();
  }
}
