/** Tests of planning on values alone. */
@NullMarked
package io.strandline.plan;

import org.jspecify.annotations.NullMarked;
