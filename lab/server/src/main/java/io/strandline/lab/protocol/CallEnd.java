package io.strandline.lab.protocol;

import java.util.List;

/** Writes what every call ends with: return status, output values, DONEPROC. */
record CallEnd(Tokens tokens) {

  /**
   * Ends a call.
   *
   * <p>Clients look for output values after the return status only (measured).
   *
   * @param more whether another call of the message follows
   */
  void finish(ReplySink sink, int status, List<CallOutput> outputs, boolean more) {
    boolean failed = sink.lastFailed();
    sink.finishStatements();
    tokens.returnStatus(status);
    for (CallOutput output : outputs) {
      tokens.returnValue(output.ordinal(), output.parameter());
    }
    int bits = (more ? Tokens.STATUS_MORE : 0) | (failed ? Tokens.STATUS_ERROR : 0);
    tokens.done(Tokens.DONE_PROCEDURE, bits, 0xE0, 0);
  }
}
