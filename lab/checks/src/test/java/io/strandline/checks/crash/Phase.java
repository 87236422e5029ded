package io.strandline.checks.crash;

import java.util.Arrays;
import java.util.List;

/** Moments of a call at which its process can be killed, in the call's order. */
enum Phase {
  OPENING,
  BEFORE_POLL,
  AFTER_POLL,
  BEFORE_CREATE,
  AFTER_CREATE,
  SNAPSHOT_VIEWED,
  SNAPSHOT_READING,
  SNAPSHOT_READ,
  AFTER_MEASURE,
  BEFORE_READ,
  BEFORE_FIRST_ROW,
  AFTER_LAST_ROW,
  AFTER_WRITE,
  BEFORE_COMMIT,
  AFTER_COMMIT,
  BEFORE_FACTS,
  AFTER_FACTS,
  BEFORE_PUBLISH,
  AFTER_PUBLISH,
  AFTER_MAINTENANCE;

  /** The phases of a stream whose table is there, without a first load. */
  static List<Phase> ofChanges() {
    return Arrays.stream(values()).filter(phase -> !phase.name().startsWith("SNAPSHOT")).toList();
  }

  /** What a process that is to run to its end is told. */
  static final String NONE = "NONE";
}
