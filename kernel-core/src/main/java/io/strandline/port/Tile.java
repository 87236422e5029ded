package io.strandline.port;

import io.strandline.time.MappedCommit;

/**
 * A part of a piece, whole commits only; it begins where the one before it ends.
 *
 * @param end its last commit with rows
 * @param rows change rows in it, at least 1
 */
public record Tile(MappedCommit end, long rows) {}
