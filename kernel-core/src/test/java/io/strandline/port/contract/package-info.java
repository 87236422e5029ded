/** What every adapter of a port must do, as tests to be run on each. */
@NullMarked
package io.strandline.port.contract;

import org.jspecify.annotations.NullMarked;
