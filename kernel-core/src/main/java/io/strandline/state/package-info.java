/** The position of a stream as its bronze table's log holds it. */
@NullMarked
package io.strandline.state;

import org.jspecify.annotations.NullMarked;
