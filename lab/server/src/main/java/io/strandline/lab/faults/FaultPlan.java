package io.strandline.lab.faults;

import io.strandline.lab.session.Client;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults of a server, and a record of those that happened. Thread-safe.
 *
 * <p>All connections share the counts, so "once" means once on the whole server.
 */
public final class FaultPlan {

  private static final int MAX_FAULTS = 1_000;
  private static final int MAX_RECORDED = 10_000;

  private final List<Armed> armed = new ArrayList<>();
  private final List<FiredFault> fired = new ArrayList<>();
  private long sequence;

  /**
   * Adds a fault to those that are waiting.
   *
   * @throws IllegalStateException if more than 1,000 are waiting
   */
  public synchronized void add(Fault fault) {
    if (armed.size() == MAX_FAULTS) {
      throw new IllegalStateException("more than " + MAX_FAULTS + " faults wait to happen");
    }
    armed.add(new Armed(fault));
  }

  /** Removes all faults that are waiting; keeps the record. */
  public synchronized void clear() {
    armed.clear();
  }

  /** What has happened so far, in order; the newest 10,000. */
  public synchronized List<FiredFault> fired() {
    return List.copyOf(fired);
  }

  /** How many faults have happened. */
  public synchronized long firedCount() {
    return sequence;
  }

  /** The faults that may happen to a statement; the server asks before it runs one. */
  public synchronized RequestFaults match(Client client, String statement) {
    if (armed.isEmpty()) {
      return RequestFaults.NONE;
    }
    List<Armed> matching = new ArrayList<>();
    for (Armed candidate : armed) {
      if (candidate.fault.statement().matcher(statement).find()) {
        matching.add(candidate);
      }
    }
    return matching.isEmpty()
        ? RequestFaults.NONE
        : new RequestFaults(this, matching, client, statement);
  }

  /** Whether the fault happens now; counts and records it. */
  synchronized boolean fire(Armed candidate, Client client, String statement) {
    if (!armed.contains(candidate)) {
      return false;
    }
    candidate.reached++;
    if (candidate.reached <= candidate.fault.skip()) {
      return false;
    }
    if (candidate.reached == candidate.fault.skip() + candidate.fault.times()) {
      armed.remove(candidate);
    }
    sequence++;
    if (fired.size() == MAX_RECORDED) {
      fired.remove(0);
    }
    fired.add(new FiredFault(sequence, candidate.fault, client, statement));
    return true;
  }

  /** A fault with the number of times that it could have happened. */
  static final class Armed {
    final Fault fault;
    private int reached;

    Armed(Fault fault) {
      this.fault = fault;
    }
  }
}
