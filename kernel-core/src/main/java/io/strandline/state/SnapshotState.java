package io.strandline.state;

import io.strandline.lsn.Lsn;
import java.util.Locale;

/**
 * The newest snapshot of a stream.
 *
 * @param lsn its stamp: the LSN recorded before the read
 * @param mode how it is read
 * @param kind why it was taken
 * @param done whether all of its rows are in the table
 */
public record SnapshotState(Lsn lsn, Mode mode, Kind kind, boolean done) {

  /** How a snapshot is read. */
  public enum Mode {
    /** All rows in one commit. */
    FULL,
    /** In chunks, while the stream goes on. */
    CHUNKED,
    /** From a copy that was there. */
    SEEDED;

    /** The value in documents. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why a snapshot was taken. */
  public enum Kind {
    BOOTSTRAP,
    RESNAPSHOT;

    /** The value in documents. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
