/** The lab's time: one clock with a zone and a speed, and the names Windows gives zones. */
@NullMarked
package io.strandline.lab.clock;

import org.jspecify.annotations.NullMarked;
