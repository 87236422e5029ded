package io.strandline.sim;

/** What may become of a commit whose answer is lost. */
enum CommitFault {
  /** The answer arrives. */
  NONE,
  /** The request is lost with the answer: the commit does not happen. */
  NEVER,
  /** The commit has happened by the time its caller is told that the outcome is unknown. */
  HAPPENED,
  /** The commit happens later, unless its version is taken by then. */
  LATER
}
