package io.strandline.gateway;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what a call threw into the error of its answer. */
final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  static StrandlineException malformed(MalformedDocumentException error) {
    return new InvalidOptionsException(
        String.valueOf(error.getMessage()),
        "send what docs/protocol describes; nothing was read or written",
        error);
  }

  /** A defect; its stack trace goes to the log. */
  static StrandlineException defect(Throwable error) {
    LOG.error("a call failed by a defect", error);
    return new InternalException(
        error.getClass().getName() + ": " + error.getMessage(),
        "report this defect with the gateway's log",
        error);
  }
}
