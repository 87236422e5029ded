/** Scripts for the DBA, read and run as Microsoft's {@code sqlcmd} does. */
@NullMarked
package io.strandline.checks.script;

import org.jspecify.annotations.NullMarked;
