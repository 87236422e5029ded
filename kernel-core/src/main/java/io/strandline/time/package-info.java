/** Commit times: from the server's local clock to monotone UTC instants. */
@NullMarked
package io.strandline.time;

import org.jspecify.annotations.NullMarked;
