/** Reads the text of a batch into statements, refusing what is outside the grammar. */
@NullMarked
package io.strandline.lab.sql.parse;

import org.jspecify.annotations.NullMarked;
