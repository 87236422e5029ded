package io.strandline.checks.coverage;

/**
 * An error or message as the stand-in's source raises it.
 *
 * @param number the message number
 * @param severity the class it is sent with; -1 where the source computes it
 * @param text the text, with {@link Texts#HOLE} for what the source inserts
 * @param place the file and line
 */
record RaisedError(int number, int severity, String text, String place) {

  /** The severity that a list of messages has for it: those of 10 are sent as 0 (documented). */
  int listedSeverity() {
    return severity == 0 ? 10 : severity;
  }
}
