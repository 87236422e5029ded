/**
 * Faults on demand: what goes wrong with which statement, how often, and what did go wrong.
 *
 * <p>A test gives a {@link io.strandline.lab.faults.FaultPlan} to the server and adds faults while
 * it runs.
 */
@NullMarked
package io.strandline.lab.faults;

import org.jspecify.annotations.NullMarked;
