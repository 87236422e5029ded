package io.strandline.explain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One reason of an explanation.
 *
 * @param code for programs
 * @param text what is the case, for a person; no full stop
 * @param remedy what would change it, for a person; empty if nothing has to
 * @param since from when on it has been so, or where a gap begins, UTC; empty if not known
 * @param until when it is expected to end, or where a gap ends, UTC; empty if not known
 * @param behind by how much something is behind; empty if nothing is or it is not known
 * @param commits by how many commits, idle entries of capture counted; one more than {@link
 *     Evidence#MOST_WAITING} for any number above; empty if not known
 */
public record Reason(
    ReasonCode code,
    String text,
    String remedy,
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<Duration> behind,
    OptionalLong commits) {

  /** A reason without times. */
  public static Reason of(ReasonCode code, String text, String remedy) {
    return new Reason(
        code,
        text,
        remedy,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  Reason since(Instant ts) {
    return new Reason(code, text, remedy, Optional.of(ts), until, behind, commits);
  }

  Reason until(Instant ts) {
    return new Reason(code, text, remedy, since, Optional.of(ts), behind, commits);
  }

  Reason behind(Duration by) {
    return new Reason(code, text, remedy, since, until, Optional.of(by), commits);
  }

  Reason commits(long count) {
    return new Reason(code, text, remedy, since, until, behind, OptionalLong.of(count));
  }
}
