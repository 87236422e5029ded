package io.strandline.lab.faults;

import io.strandline.lab.faults.Effect.DropReply;
import io.strandline.lab.faults.FaultPoint.Kind;
import io.strandline.lab.session.Client;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults of a {@link FaultPlan} that match one request. Used by that request's thread only. */
public final class RequestFaults {

  /** No faults at all. */
  public static final RequestFaults NONE =
      new RequestFaults(null, List.of(), Client.unknown(0), "");

  private final @Nullable FaultPlan plan;
  private final List<FaultPlan.Armed> matching;
  private final Client client;
  private final String statement;

  RequestFaults(
      @Nullable FaultPlan plan, List<FaultPlan.Armed> matching, Client client, String statement) {
    this.plan = plan;
    this.matching = matching;
    this.client = client;
    this.statement = statement;
  }

  /** The effects that happen at a point without rows, in the order they were added. */
  public List<Effect> at(Kind kind) {
    if (matching.isEmpty()) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    for (FaultPlan.Armed candidate : matching) {
      Effect effect = candidate.fault.effect();
      if (candidate.fault.point().kind() == kind
          && !(effect instanceof DropReply)
          && fire(candidate)) {
        effects.add(effect);
      }
    }
    return effects;
  }

  /** Whether the reply is dropped; asked once, before the statement runs. */
  public boolean dropsReply() {
    boolean drops = false;
    for (FaultPlan.Armed candidate : matching) {
      drops |= candidate.fault.effect() instanceof DropReply && fire(candidate);
    }
    return drops;
  }

  /** The smallest row count above {@code rows} at which to ask again; else the largest long. */
  public long nextRowTrap(long rows) {
    long next = Long.MAX_VALUE;
    for (FaultPlan.Armed candidate : matching) {
      FaultPoint point = candidate.fault.point();
      boolean counts = point.kind() == Kind.BEFORE_ROW || point.kind() == Kind.AFTER_ROWS;
      if (counts && point.rowsSent() > rows) {
        next = Math.min(next, point.rowsSent());
      }
    }
    return next;
  }

  /**
   * The effects that happen now that a result set has sent this many rows.
   *
   * @param more whether another row follows
   */
  public List<Effect> atRows(long rows, boolean more) {
    List<Effect> effects = new ArrayList<>();
    for (FaultPlan.Armed candidate : matching) {
      FaultPoint point = candidate.fault.point();
      boolean here = point.kind() == Kind.AFTER_ROWS || more && point.kind() == Kind.BEFORE_ROW;
      if (here && point.rowsSent() == rows && fire(candidate)) {
        effects.add(candidate.fault.effect());
      }
    }
    return effects;
  }

  private boolean fire(FaultPlan.Armed candidate) {
    return plan != null && plan.fire(candidate, client, statement);
  }
}
