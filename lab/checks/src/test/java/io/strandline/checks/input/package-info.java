/** Bad input through the command line: options, places, logins and damaged tables. */
@NullMarked
package io.strandline.checks.input;

import org.jspecify.annotations.NullMarked;
