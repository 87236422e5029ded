/**
 * The stand-in as a server with the flights workload: for the command line, the demo and checks.
 */
@NullMarked
package io.strandline.checks.lab;

import org.jspecify.annotations.NullMarked;
