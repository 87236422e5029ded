package io.strandline.facts;

import java.util.Locale;

/** What an event row of the facts says happened. */
public enum Event {
  BOOTSTRAP,
  RESNAPSHOT,
  SNAPSHOT_OPEN,
  SNAPSHOT_PLAN,
  SNAPSHOT_CHUNK,
  SCHEMA_CHANGE,
  CAPTURE_INSTANCE_SWITCHED,
  DATA_SKIPPED,
  CLOCK_REGRESSION,
  SOURCE_MOVED,
  TABLE_REPLACED,
  ADOPTED;

  /** The value of the {@code event} column. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
