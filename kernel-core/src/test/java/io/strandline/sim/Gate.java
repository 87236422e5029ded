package io.strandline.sim;

import java.util.function.Supplier;

/** Stands before every port call of one simulated process and decides what befalls it. */
public interface Gate {

  /** Lets everything pass. */
  Gate OPEN = new Gate() {};

  /** Comes before the call has any effect; throws to prevent it. */
  default void before(PortCall call) {}

  /** Comes within a call between two looks at the source. */
  default void during(PortCall call) {}

  /** Comes after the call's effect; throws to lose its answer. */
  default void after(PortCall call) {}

  /** What becomes of the commit that is being made. */
  default CommitFault commitFault() {
    return CommitFault.NONE;
  }

  /** Whether a reading session is on a replica that lags behind. */
  default boolean readsLaggingReplica() {
    return false;
  }

  /** Whether the process has crashed, so that nothing it does has an effect any more. */
  default boolean crashed() {
    return false;
  }

  /** A call with a result. */
  default <T> T call(PortCall call, Supplier<T> body) {
    before(call);
    T result = body.get();
    after(call);
    return result;
  }

  /** A call without a result. */
  default void run(PortCall call, Runnable body) {
    before(call);
    body.run();
    after(call);
  }
}
