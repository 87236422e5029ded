/**
 * What steers a running lab besides its capture: the faults, the trace and the connections, held
 * together for Java and for the procedures of schema {@code lab}.
 */
@NullMarked
package io.strandline.lab.control;

import org.jspecify.annotations.NullMarked;
