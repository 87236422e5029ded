/** JSON forms of persisted and exchanged documents, written by hand and versioned. */
@NullMarked
package io.strandline.codec;

import org.jspecify.annotations.NullMarked;
