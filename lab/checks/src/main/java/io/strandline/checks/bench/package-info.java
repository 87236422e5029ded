/** Measurements on this machine; ratios within one run are what they are for. */
@NullMarked
package io.strandline.checks.bench;

import org.jspecify.annotations.NullMarked;
