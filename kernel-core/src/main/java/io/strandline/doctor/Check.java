package io.strandline.doctor;

import java.util.Locale;

/** What is examined of a source, in the order in which it is told. */
public enum Check {
  /** The server answers, and the login may open the database. */
  CONNECTION,
  /** The connection is encrypted and the server's certificate verified. */
  ENCRYPTION,
  /** The server's version and edition have change data capture. */
  VERSION,
  /** Change data capture is on in the database. */
  CAPTURE_ENABLED,
  /** SQL Server Agent, which runs capture, is up. */
  AGENT,
  /** The instance is there and visible to the login. */
  CAPTURE_INSTANCE,
  /** The login may read the instance's changes. */
  CHANGE_ROWS,
  /** The capture job runs. */
  CAPTURE_JOB,
  /** A quiet database moves on by a heartbeat. */
  HEARTBEAT,
  /** How long changes stay. */
  RETENTION,
  /** The zone of the server's local clock is known. */
  TIME_ZONE,
  /** The server's clock and the reader's agree. */
  CLOCK,
  /** No partition can be switched past capture. */
  PARTITIONS,
  /** Every column has a type that arrives exactly. */
  COLUMNS;

  /** The value in documents. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
