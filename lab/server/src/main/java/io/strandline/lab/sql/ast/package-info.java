/** The statements of the T-SQL subset as immutable trees. */
@NullMarked
package io.strandline.lab.sql.ast;

import org.jspecify.annotations.NullMarked;
