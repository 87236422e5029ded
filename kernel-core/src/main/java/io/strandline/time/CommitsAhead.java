package io.strandline.time;

import java.time.LocalDateTime;

/**
 * Commits whose local time is later than the server's own clock allows.
 *
 * @param above local times after this are ahead
 * @param count how many there are, at least 1
 * @param first the first of them in LSN order
 */
public record CommitsAhead(LocalDateTime above, long count, MappedCommit first) {}
