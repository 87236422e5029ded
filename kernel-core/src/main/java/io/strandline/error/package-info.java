/** The errors callers handle: one sealed hierarchy, one code each. */
@NullMarked
package io.strandline.error;

import org.jspecify.annotations.NullMarked;
