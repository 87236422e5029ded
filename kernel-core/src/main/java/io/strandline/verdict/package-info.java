/** The published verdict: granularities, truncation, and whether a period is final. */
@NullMarked
package io.strandline.verdict;

import org.jspecify.annotations.NullMarked;
