/** Bronze tables of any columns, made through the ports for readers of other languages. */
@NullMarked
package io.strandline.checks.tables;

import org.jspecify.annotations.NullMarked;
