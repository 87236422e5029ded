/**
 * Seeded random checks, one seed a case, printed when it fails; and ports that pass every call on.
 */
@NullMarked
package io.strandline.check;

import org.jspecify.annotations.NullMarked;
