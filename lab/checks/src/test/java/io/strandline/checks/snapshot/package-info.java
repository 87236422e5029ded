/** Source tables read for a first load, held against the stand-in's own truth. */
@NullMarked
package io.strandline.checks.snapshot;

import org.jspecify.annotations.NullMarked;
