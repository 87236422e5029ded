/** Groups of streams end to end: the common cut of tables between which money moves. */
@NullMarked
package io.strandline.checks.group;

import org.jspecify.annotations.NullMarked;
