/** The command line: subcommands over the façade, one JSON document or readable lines as output. */
@NullMarked
package io.strandline.cli;

import org.jspecify.annotations.NullMarked;
