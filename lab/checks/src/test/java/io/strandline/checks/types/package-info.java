/** Values, names and columns of every kind on their way from the source into a table. */
@NullMarked
package io.strandline.checks.types;

import org.jspecify.annotations.NullMarked;
