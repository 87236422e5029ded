/** What the kernel asks of a source and of a table store, in domain types. */
@NullMarked
package io.strandline.port;

import org.jspecify.annotations.NullMarked;
