/** Examines a source before a stream reads it: what is in order, what is not, and how to fix it. */
@NullMarked
package io.strandline.doctor;

import org.jspecify.annotations.NullMarked;
