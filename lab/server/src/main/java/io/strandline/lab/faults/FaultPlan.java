package io.strandline.lab.faults;

import io.strandline.lab.session.Client;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The faults of a server, and a record of those that happened. Thread-safe.
 *
 * <p>All connections share the counts, so "once" means once on the whole server.
 */
public final class FaultPlan {

  private static final Logger LOG = System.getLogger(FaultPlan.class.getName());
  private static final int MAX_FAULTS = 1_000;
  private static final int MAX_RECORDED = 10_000;

  private final Link link = new Link();
  private final List<Armed> armed = new ArrayList<>();
  private final Deque<FiredFault> fired = new ArrayDeque<>();
  private long sequence;

  /** How slow and how broken up the way to every client is. */
  public Link link() {
    return link;
  }

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

  /** Removes all faults that are waiting; keeps the record and the link. */
  public synchronized void clear() {
    armed.clear();
  }

  /** How many faults are waiting. */
  public synchronized int waiting() {
    return armed.size();
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
    return match(client, statement, false);
  }

  /** The faults that may happen to a client before its statements. */
  public synchronized RequestFaults match(Client client) {
    return match(client, "", true);
  }

  private RequestFaults match(Client client, String statement, boolean connecting) {
    List<Armed> matching = new ArrayList<>();
    for (Armed candidate : armed) {
      Fault fault = candidate.fault;
      if (fault.point().kind().isOfConnection() == connecting
          && fault.trigger().matches(client, statement)) {
        matching.add(candidate);
      }
    }
    return matching.isEmpty()
        ? RequestFaults.NONE
        : new RequestFaults(this, matching, client, statement);
  }

  /** Whether the fault happens now; counts and records it. */
  synchronized boolean fire(Armed candidate, Client client, String statement) {
    if (!armed.contains(candidate) || candidate.isSpared()) {
      return false;
    }
    candidate.reached++;
    if (candidate.reached <= candidate.fault.skip()) {
      return false;
    }
    if (candidate.reached == (long) candidate.fault.skip() + candidate.fault.times()) {
      armed.remove(candidate);
    }
    sequence++;
    if (fired.size() == MAX_RECORDED) {
      fired.removeFirst();
    }
    FiredFault happened = new FiredFault(sequence, candidate.fault, client, statement);
    fired.addLast(happened);
    LOG.log(Level.DEBUG, "fault {0}", happened);
    return true;
  }

  /** A fault with the number of times that it could have happened. */
  static final class Armed {
    final Fault fault;
    private final SplittableRandom random;
    private long reached;

    Armed(Fault fault) {
      this.fault = fault;
      this.random = new SplittableRandom(fault.seed());
    }

    private boolean isSpared() {
      return fault.probability() < 1 && random.nextDouble() >= fault.probability();
    }
  }
}
