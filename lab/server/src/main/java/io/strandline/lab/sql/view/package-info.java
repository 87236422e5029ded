/** Tables, change tables and catalog views as relations that queries read. */
@NullMarked
package io.strandline.lab.sql.view;

import org.jspecify.annotations.NullMarked;
