package io.strandline.delta;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Brings requests of many threads together: the thread whose turn it is works for all that wait.
 *
 * <p>A failure is the working thread's alone; those it worked for take their own turn. Thread-safe.
 *
 * @param <Q> a request
 * @param <A> its answer
 */
final class Gathering<Q, A> {

  private final int most;
  private final Function<List<Q>, List<A>> work;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final Deque<Call<Q, A>> waiting = new ArrayDeque<>();

  /** Its answer is written and read by the thread that has the turn. */
  private static final class Call<Q, A> {
    private final Q request;
    private Optional<A> answer = Optional.empty();

    Call(Q request) {
      this.request = request;
    }
  }

  /**
   * @param most requests that are worked on at once
   * @param work answers requests, in their order
   */
  Gathering(int most, Function<List<Q>, List<A>> work) {
    this.most = most;
    this.work = work;
  }

  A ask(Q request) {
    Call<Q, A> own = new Call<>(request);
    synchronized (waiting) {
      waiting.add(own);
    }
    turn.lock();
    try {
      if (own.answer.isEmpty()) {
        answer(own);
      }
      return own.answer.orElseThrow();
    } finally {
      turn.unlock();
    }
  }

  private void answer(Call<Q, A> own) {
    List<Call<Q, A>> calls = take(own);
    boolean done = false;
    try {
      List<A> answers = work.apply(calls.stream().map(call -> call.request).toList());
      for (int i = 0; i < calls.size(); i++) {
        calls.get(i).answer = Optional.of(answers.get(i));
      }
      done = true;
    } finally {
      if (!done) {
        giveBack(calls.subList(1, calls.size()));
      }
    }
  }

  private List<Call<Q, A>> take(Call<Q, A> own) {
    List<Call<Q, A>> calls = new ArrayList<>(List.of(own));
    synchronized (waiting) {
      waiting.remove(own);
      while (calls.size() < most && !waiting.isEmpty()) {
        calls.add(waiting.removeFirst());
      }
    }
    return calls;
  }

  private void giveBack(List<Call<Q, A>> calls) {
    synchronized (waiting) {
      waiting.addAll(calls);
    }
  }
}
