/** Mutated messages and statements: whatever comes, the lab answers or closes and goes on. */
package io.strandline.lab.fuzz;
