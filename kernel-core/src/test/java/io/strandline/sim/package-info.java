/**
 * A deterministic simulator: a source and a table store on the kernel's ports, driven by one seed
 * over a virtual clock, with faults at every port call and oracles that know the whole history.
 */
@NullMarked
package io.strandline.sim;

import org.jspecify.annotations.NullMarked;
