/** Seeded random checks: one seed a case, printed when it fails. */
@NullMarked
package io.strandline.check;

import org.jspecify.annotations.NullMarked;
