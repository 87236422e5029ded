/**
 * What a change table holds: operations, capture instances, their columns, and rows as columnar
 * batches.
 */
@NullMarked
package io.strandline.change;

import org.jspecify.annotations.NullMarked;
