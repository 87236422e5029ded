package io.strandline.lab.faults;

import io.strandline.lab.faults.Effect.DropReply;
import io.strandline.lab.faults.Effect.KillAfterRows;
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

  /** The effects that happen before the statement, in the order they were added. */
  public List<Effect> before() {
    List<Effect> effects = new ArrayList<>();
    for (FaultPlan.Armed candidate : matching) {
      Effect effect = candidate.fault.effect();
      boolean before = !(effect instanceof KillAfterRows || effect instanceof DropReply);
      if (before && fire(candidate)) {
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
      if (candidate.fault.effect() instanceof KillAfterRows kill && kill.rows() > rows) {
        next = Math.min(next, kill.rows());
      }
    }
    return next;
  }

  /** Whether the connection is killed now that a result set has this many rows. */
  public boolean killAfterRows(long rows) {
    boolean kills = false;
    for (FaultPlan.Armed candidate : matching) {
      kills |=
          candidate.fault.effect() instanceof KillAfterRows kill
              && kill.rows() == rows
              && fire(candidate);
    }
    return kills;
  }

  private boolean fire(FaultPlan.Armed candidate) {
    return plan != null && plan.fire(candidate, client, statement);
  }
}
