/** Pages for a browser: one self-contained file each, its charts drawn as SVG. */
@NullMarked
package io.strandline.page;

import org.jspecify.annotations.NullMarked;
