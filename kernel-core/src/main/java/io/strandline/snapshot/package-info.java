/**
 * Rows of a source table as they are now: what is read, by which key, and how the key space is cut
 * into ranges.
 */
@NullMarked
package io.strandline.snapshot;

import org.jspecify.annotations.NullMarked;
