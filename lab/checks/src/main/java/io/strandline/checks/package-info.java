/** Strandline and its stand-in put together: what only a checkout can do. */
@NullMarked
package io.strandline.checks;

import org.jspecify.annotations.NullMarked;
