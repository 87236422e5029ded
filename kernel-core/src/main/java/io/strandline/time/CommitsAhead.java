package io.strandline.time;

import java.time.LocalDateTime;
import java.util.List;

/**
 * Commits whose local time is later than the server's own clock allows.
 *
 * @param above local times after this are ahead
 * @param count how many there are, at least 1
 * @param first the first of them in LSN order
 * @param before in LSN order, the commits of the range that are not ahead and have one that is
 *     right after them: what such a commit carries
 */
public record CommitsAhead(
    LocalDateTime above, long count, MappedCommit first, List<MappedCommit> before) {

  public CommitsAhead {
    before = List.copyOf(before);
  }
}
