package io.strandline.port;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.TableColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks what a snapshot of a table would read.
 *
 * @param instance the capture instance
 * @param wanted its columns wanted, spelled as the instance spells them, in this order, each with
 *     the type to deliver it as: its own or one that holds all its values
 */
public record SnapshotViewRequest(CaptureInstance instance, List<TableColumn> wanted) {

  public SnapshotViewRequest {
    wanted = List.copyOf(wanted);
  }

  /** Of all columns that have a type to map to, as that type. */
  public static SnapshotViewRequest of(CaptureInstance instance) {
    List<TableColumn> all = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      column.type().ifPresent(type -> all.add(new TableColumn(column.name(), type)));
    }
    return new SnapshotViewRequest(instance, all);
  }
}
