package io.strandline.stream;

import io.strandline.error.StrandlineException;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * What a group's members saw when they last looked, each at the frontier, so that one look at the
 * frontier is enough for all of them as long as it has not moved.
 *
 * <p>Whatever a batch could be made of, and whatever changes an instance, is captured and moves the
 * frontier; so a member that has read up to it need not look for itself. Thread-safe.
 */
final class SharedLooks {

  /** What a member asked, and what it saw. */
  private record Seen(PollRequest request, SourcePoll poll) {}

  private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

  /** One round: the frontier is asked for if some member could do with it. */
  Round round(ChangeSource source) {
    if (seen.isEmpty()) {
      return new Round(Optional.empty());
    }
    try {
      return new Round(Optional.of(source.frontier()));
    } catch (StrandlineException e) {
      // Each member then looks for itself, and its report says what it met.
      return new Round(Optional.empty());
    }
  }

  /** A round, whose frontier is as it was before any member's tables were read. */
  final class Round {

    private final Optional<Frontier> frontier;

    private Round(Optional<Frontier> frontier) {
      this.frontier = frontier;
    }

    Member member(int number) {
      return new Member(number, frontier);
    }
  }

  /** A member's looks within a round; only the first may be the shared one. */
  final class Member {

    private final int number;
    private final Optional<Frontier> frontier;
    private final AtomicBoolean looked = new AtomicBoolean();

    private Member(int number, Optional<Frontier> frontier) {
      this.number = number;
      this.frontier = frontier;
    }

    /** The shared look if it tells all that the member asks, else its own. */
    SourcePoll poll(PollRequest request, Supplier<SourcePoll> own) {
      if (!looked.getAndSet(true)) {
        Seen before = seen.get(number);
        if (before != null
            && before.request().equals(request)
            && frontier.filter(now -> now.isOf(before.poll())).isPresent()) {
          return before.poll().at(frontier.get().clock());
        }
      }
      SourcePoll poll = own.get();
      boolean caughtUp = poll.max().filter(max -> max.lsn().equals(request.position())).isPresent();
      if (caughtUp) {
        seen.put(number, new Seen(request, poll));
      } else {
        seen.remove(number);
      }
      return poll;
    }
  }
}
