/** Facts: one row a committed batch and one row an event. */
@NullMarked
package io.strandline.facts;

import org.jspecify.annotations.NullMarked;
