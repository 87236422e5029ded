/** A server's databases and tables, and who may do what with them. */
@NullMarked
package io.strandline.lab.catalog;

import org.jspecify.annotations.NullMarked;
