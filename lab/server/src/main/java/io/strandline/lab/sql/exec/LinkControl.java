package io.strandline.lab.sql.exec;

import io.strandline.lab.faults.Link;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Procedures that make the way to the clients slow or broken up. */
final class LinkControl {

  private LinkControl() {}

  static List<LabProcedure> procedures() {
    return List.of(
        LabProcedure.named("latency", "Delays every reply by a log-normal time")
            .with("@p50_ms", "float", "half of the delays are shorter")
            .with("@p99_ms", "float", "one in a hundred is longer; as @p50_ms without it")
            .with("@seed", "int", "equal seeds make equal delays; 1 without it")
            .does(LinkControl::latency),
        LabProcedure.named("throttle", "Limits what is sent on each connection")
            .with("@bytes_per_second", "bigint", "0 for no limit, else at least 1000")
            .does(LinkControl::throttle),
        LabProcedure.named("split_packets", "Cuts replies and packets at odd places")
            .with("@seed", "int", "equal seeds make equal cuts; 1 without it")
            .does(call -> link(call).splitPackets(seed(call))),
        LabProcedure.named("link_clear", "Ends latency, throttling and odd packets")
            .does(call -> link(call).clear()));
  }

  private static Link link(ProcedureCall call) {
    return FaultControl.controls(call).faults().link();
  }

  private static long seed(ProcedureCall call) {
    Long seed = call.number("@seed");
    return seed == null ? 1 : seed;
  }

  private static void latency(ProcedureCall call) {
    Double median = call.real("@p50_ms");
    Double p99 = call.real("@p99_ms");
    try {
      link(call).latency(millis(median), millis(p99 == null ? median : p99), seed(call));
    } catch (IllegalArgumentException e) {
      throw LabErrors.invalid(e);
    }
  }

  private static Duration millis(@Nullable Double milliseconds) {
    if (milliseconds == null || !(milliseconds > 0) || milliseconds > 600_000) {
      throw LabErrors.badArgument(
          "@p50_ms or @p99_ms", milliseconds, "Give milliseconds above 0 and at most 600000.");
    }
    return Duration.ofNanos((long) (milliseconds * 1_000_000));
  }

  private static void throttle(ProcedureCall call) {
    Long limit = call.number("@bytes_per_second");
    if (limit == null) {
      throw LabErrors.badArgument(
          "@bytes_per_second", null, "Give 0 for no limit, or 1000 or more.");
    }
    try {
      link(call).throttle(limit);
    } catch (IllegalArgumentException e) {
      throw LabErrors.invalid(e);
    }
  }
}
