/**
 * The TDS front end: speaks SQL Server's wire protocol (TDS 7.3 and 7.4) to real clients and hands
 * their requests to a {@link io.strandline.lab.session.SqlEngine}.
 *
 * <p>Layouts and rules are those of the documented protocol (MS-TDS); what a comment marks as
 * measured was observed with mssql-jdbc, tedious or FreeTDS.
 */
@NullMarked
package io.strandline.lab.protocol;

import org.jspecify.annotations.NullMarked;
