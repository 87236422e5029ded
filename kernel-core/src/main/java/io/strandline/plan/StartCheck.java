package io.strandline.plan;

import io.strandline.error.StalePlanException;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.List;

/** Holds a table's state against the start of a plan. */
public final class StartCheck {

  private StartCheck() {}

  /** Whether the plan's own commit is the table's newest. */
  public static boolean isCommitted(PlanDocument plan, StreamState state) {
    return isOfTable(plan, state) && state.attempt().equals(plan.id());
  }

  /** Whether others have committed what was planned, and left nothing more out. */
  public static boolean isDone(PlanDocument plan, StreamState state) {
    return isOfTable(plan, state)
        && state.generation() == plan.start().generation()
        && state.batchId() > plan.start().batchId()
        && !state.offset().lsn().isBefore(plan.batch().end().lsn())
        && !state.losslessSince().isAfter(plan.batch().losslessSince());
  }

  private static boolean isOfTable(PlanDocument plan, StreamState state) {
    return state.tableId().equals(plan.start().tableId())
        && state.appId().equals(plan.start().appId());
  }

  /**
   * Passes if the state is the plan's start.
   *
   * @throws StalePlanException naming what differs
   */
  public static void verify(PlanDocument plan, StreamState state) {
    PlanDocument.Start planned = plan.start();
    PlanDocument.Start now = PlanDocument.Start.of(state);
    if (now.equals(planned)) {
      return;
    }
    List<String> changes = new ArrayList<>();
    add(changes, "table id", planned.tableId(), now.tableId());
    add(changes, "app id", planned.appId(), now.appId());
    add(changes, "generation", planned.generation(), now.generation());
    add(changes, "last batch", planned.batchId(), now.batchId());
    add(changes, "attempt", planned.attempt(), now.attempt());
    add(changes, "offset", planned.offset(), now.offset());
    throw stale(plan, "the state it was made on is gone: " + String.join(", ", changes));
  }

  private static void add(List<String> changes, String what, Object planned, Object now) {
    if (!planned.equals(now)) {
      changes.add(what + " was " + planned + " and is " + now);
    }
  }

  /** The error of a plan that cannot be executed. */
  public static StalePlanException stale(PlanDocument plan, String why) {
    return new StalePlanException(
        "plan " + plan.id() + " of table '" + plan.table() + "': " + why,
        "plan anew; nothing was committed by this call, and nothing is lost");
  }
}
