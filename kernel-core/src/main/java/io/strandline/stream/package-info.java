/** The façade and the use cases; {@code Ingestion} reads as a batch, step by step. */
@NullMarked
package io.strandline.stream;

import org.jspecify.annotations.NullMarked;
