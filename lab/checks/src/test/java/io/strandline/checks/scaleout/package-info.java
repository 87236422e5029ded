/** Plans that several processes execute. */
@NullMarked
package io.strandline.checks.scaleout;

import org.jspecify.annotations.NullMarked;
