package io.strandline.lab.sql.exec;

import io.strandline.lab.session.ResultSink;
import io.strandline.lab.sql.query.Variables;

/**
 * What the statements of one batch share.
 *
 * @param guarded whether a TRY of a calling batch takes errors
 * @param nesting how many EXECs deep the batch is, at most 32 as in SQL Server
 */
record BatchScope(
    LabSession session, Variables variables, ResultSink out, boolean guarded, int nesting) {

  static final int MAX_NESTING = 32;
}
