/** How the tables of a control table stand, from their verdicts and newest facts. */
@NullMarked
package io.strandline.status;

import org.jspecify.annotations.NullMarked;
