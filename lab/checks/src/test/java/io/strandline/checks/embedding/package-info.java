/** The embedding example against the stand-in, and what an embedding program may rely on. */
@NullMarked
package io.strandline.checks.embedding;

import org.jspecify.annotations.NullMarked;
