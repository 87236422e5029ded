/** Options: one list of names, defaults and meanings, and the validated records made from it. */
@NullMarked
package io.strandline.option;

import org.jspecify.annotations.NullMarked;
