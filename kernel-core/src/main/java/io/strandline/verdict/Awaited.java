package io.strandline.verdict;

import java.util.Optional;

/**
 * What a wait for a period came to.
 *
 * @param finality of the period at the last look; {@link Finality#OPEN} if the time ran out
 * @param verdict the table's row at that look; empty if none was published
 */
public record Awaited(Finality finality, Optional<ControlRow> verdict) {}
