/** The ports of the table store on Delta tables. */
@NullMarked
package io.strandline.delta;

import org.jspecify.annotations.NullMarked;
