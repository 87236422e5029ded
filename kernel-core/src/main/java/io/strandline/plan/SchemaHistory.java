package io.strandline.plan;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import java.util.List;

/**
 * What of the source table's definition changed in a batch's range.
 *
 * @param ddl changes of the definition, each once, in LSN order
 * @param switches the capture instances that took over, in LSN order
 */
public record SchemaHistory(List<DdlChange> ddl, List<Switch> switches) {

  /**
   * A newer capture instance takes over.
   *
   * @param from name of the older
   * @param to name of the newer
   * @param start first LSN read from the newer
   * @param uncaptured columns of the target that the newer does not capture, NULL from now on
   * @param seenLate whether the newer was first seen well after its creation, so that its new
   *     columns may lack values before {@code start}
   */
  public record Switch(
      String from, String to, Lsn start, List<String> uncaptured, boolean seenLate) {

    public Switch {
      uncaptured = List.copyOf(uncaptured);
    }
  }

  public SchemaHistory {
    ddl = List.copyOf(ddl);
    switches = List.copyOf(switches);
  }
}
