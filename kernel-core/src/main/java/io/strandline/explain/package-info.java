/**
 * Why a period of a table is or is not final, from what its tables and one look at the source say.
 */
@NullMarked
package io.strandline.explain;

import org.jspecify.annotations.NullMarked;
