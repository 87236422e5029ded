package io.strandline.stream;

import io.strandline.error.StrandlineException;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.time.MappedCommit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * What a group's members saw when they last looked, each at the frontier, so that one look at the
 * frontier is enough for all of them as long as it has not moved; and no member looks further than
 * that.
 *
 * <p>Whatever a batch could be made of, and whatever changes an instance, is captured and moves the
 * frontier; so a member that has read up to it need not look for itself. Thread-safe.
 */
final class SharedLooks {

  /** What a member asked, and what it saw. */
  private record Seen(PollRequest request, SourcePoll poll) {}

  private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

  /** One round: the frontier is asked for before any member begins. */
  Round round(ChangeSource source) {
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
      SourcePoll poll = withinRound(request, own.get());
      boolean caughtUp = poll.max().filter(max -> max.lsn().equals(request.position())).isPresent();
      if (caughtUp) {
        seen.put(number, new Seen(request, poll));
      } else {
        seen.remove(number);
      }
      return poll;
    }

    /**
     * A look no further than the round's frontier, so that all members come to one place; what the
     * stream has seen further, by other callers, stays seen.
     */
    private SourcePoll withinRound(PollRequest request, SourcePoll poll) {
      Optional<MappedCommit> max = frontier.flatMap(Frontier::max);
      boolean isFurther =
          max.isPresent()
              && frontier.get().database().equals(poll.database())
              && frontier.get().brokerGuid().equals(poll.brokerGuid())
              && poll.max().filter(own -> own.lsn().isAfter(max.get().lsn())).isPresent()
              && !request.position().isAfter(max.get().lsn())
              && !request.seen().isAfter(max.get().lsn());
      return isFurther ? poll.upTo(max.get()) : poll;
    }
  }
}
