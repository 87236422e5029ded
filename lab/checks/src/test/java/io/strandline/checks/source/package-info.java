/** The SQL Server adapter over real connections, to the stand-in and to a real server. */
package io.strandline.checks.source;
