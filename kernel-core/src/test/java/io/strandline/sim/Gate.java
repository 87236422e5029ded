package io.strandline.sim;

import io.strandline.lsn.Lsn;
import io.strandline.port.BronzeTable.Fate;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Stands before every port call of one simulated process and decides what befalls it. */
interface Gate {

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

  /** Whether a look at the source is answered by a read-only replica that lags behind. */
  default boolean pollsLaggingReplica() {
    return false;
  }

  /**
   * What the time mapping was when a range was measured.
   *
   * @param above local times after this were ahead of the clock; empty if none was to be told
   * @param mapped rows of the range
   * @param anchored whether a row at or below the range's start was there
   */
  record Measured(Optional<LocalDateTime> above, List<MappedCommit> mapped, boolean anchored) {

    public Measured {
      mapped = List.copyOf(mapped);
    }
  }

  /** Hears what a measurement saw. */
  default void measured(Measured seen) {}

  /** Hears what a poll saw. */
  default void polled(PollRequest request, SourcePoll poll) {}

  /** Hears that a reading session begins. */
  default void readerOpened() {}

  /** Hears that a reading session ends. */
  default void readerClosed() {}

  /** Hears that a load of the source table begins. */
  default void loadBegins(LoadWatch load) {}

  /** Hears what the log and the watermark were after the last row of a session of a load. */
  default void loadRead(int logEntries, Optional<Lsn> watermark) {}

  /** Hears that the source table is not as its capture instance says, or as a plan knew it. */
  default void tableDiffers() {}

  /** Hears what state a table was found in. */
  default void found(StreamState state) {}

  /** Hears of a file that was written. */
  default void wrote(DataFile file) {}

  /** Hears of a state that is about to be committed. */
  default void committing(StreamState next) {}

  /** Hears that another process had created the table before. */
  default void foundTable() {}

  /** Hears what became of a commit whose outcome was unknown. */
  default void resolved(Fate fate) {}

  /** Hears that a commit lost against another. */
  default void conflicted() {}

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
