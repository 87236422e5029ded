package io.strandline.checks.check;

import java.util.List;

/** The list of all checks. */
final class Checks {

  /** The long one comes last. */
  static final List<Check> ALL =
      List.of(
          new TimeZoneCheck(),
          new ReadSemanticsCheck(),
          new ComputedColumnsCheck(),
          new IsolationCheck(),
          new WatermarkCheck(),
          new CaptureSwitchCheck(),
          new ChunkOverlapCheck(),
          new DdlTimingCheck(),
          new CleanupCheck(),
          new FetchThroughputCheck(),
          new HeartbeatCheck(),
          new IdleAdvanceCheck());

  private Checks() {}

  static List<String> names() {
    return ALL.stream().map(check -> check.fact().name()).toList();
  }

  /** Those of some names, in the order of the list; all for no names. */
  static List<Check> named(List<String> names) {
    return names.isEmpty()
        ? ALL
        : ALL.stream().filter(check -> names.contains(check.fact().name())).toList();
  }
}
