package io.strandline.lab.control;

import io.strandline.lab.faults.FaultPlan;
import java.time.InstantSource;

/** The handles of a running lab that Java and SQL share. Thread-safe. */
public final class LabControls {

  private final FaultPlan faults;
  private final StatementTrace trace;
  private volatile Runnable dropConnections = () -> {};

  public LabControls(FaultPlan faults, InstantSource clock) {
    this.faults = faults;
    this.trace = new StatementTrace(clock);
  }

  /** What goes wrong. */
  public FaultPlan faults() {
    return faults;
  }

  /** What was asked. */
  public StatementTrace trace() {
    return trace;
  }

  /** Tells how to reset all connections, once there can be some. */
  public void connections(Runnable drop) {
    dropConnections = drop;
  }

  /** Resets every client's connection, as a restart of the server does; data stay. */
  public void dropConnections() {
    dropConnections.run();
  }
}
