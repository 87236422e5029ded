/** What a call did and where it leaves the stream, as its caller is told. */
@NullMarked
package io.strandline.report;

import org.jspecify.annotations.NullMarked;
