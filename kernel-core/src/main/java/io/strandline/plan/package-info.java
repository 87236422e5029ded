/** Pure planning: which commits the next batch holds and which checks they must pass. */
@NullMarked
package io.strandline.plan;

import org.jspecify.annotations.NullMarked;
