package io.strandline.plan;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import java.util.List;

/**
 * What of the source table's definition changed in a batch's range.
 *
 * @param ddl changes of the definition, each once, in LSN order
 * @param switches the capture instances that took over, in LSN order
 * @param leftOut what the stream no longer takes of what is captured
 */
public record SchemaHistory(List<DdlChange> ddl, List<Switch> switches, LeftOut leftOut) {

  /**
   * Another capture instance takes over.
   *
   * @param from name of the instance that was read before
   * @param to name of the other; the same if it was disabled and enabled again
   * @param start first LSN read from the other
   * @param uncaptured columns of the target that the other does not capture, NULL from now on
   * @param kind which of the two is the newer
   */
  public record Switch(String from, String to, Lsn start, List<String> uncaptured, Kind kind) {

    /** Why an instance takes over from another. */
    public enum Kind {
      /** The other is newer. */
      NEWER,
      /**
       * The other is newer, and was first seen well after its creation, so that its new columns may
       * lack values before its start.
       */
      NEWER_SEEN_LATE,
      /** The other is older: the newer one is gone. */
      BACK
    }

    public Switch {
      uncaptured = List.copyOf(uncaptured);
    }
  }

  public SchemaHistory {
    ddl = List.copyOf(ddl);
    switches = List.copyOf(switches);
  }
}
