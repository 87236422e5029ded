/**
 * An example of a program with Strandline inside: a service that calls {@code ingest()} for several
 * tables on a schedule and tells their verdicts. The guide {@code docs/guide/embedding.md} goes
 * through it.
 */
@NullMarked
package io.strandline.checks.embedding;

import org.jspecify.annotations.NullMarked;
