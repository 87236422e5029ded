/** Sessions: runs batches statement by statement, with transactions, options and procedures. */
@NullMarked
package io.strandline.lab.sql.exec;

import org.jspecify.annotations.NullMarked;
