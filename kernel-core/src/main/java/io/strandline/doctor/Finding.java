package io.strandline.doctor;

import io.strandline.error.StrandlineException;
import java.util.Locale;

/**
 * What came of a check.
 *
 * @param check what was examined
 * @param status how it is
 * @param what is the case, for a person
 * @param fix what to do; empty if nothing has to be
 */
public record Finding(Check check, Status status, String what, String fix) {

  /** How something is. */
  public enum Status {
    OK,
    /** It works, and a person should look at it. */
    WARNING,
    /** A stream would not work. */
    PROBLEM,
    /** It cannot be told from here. */
    UNKNOWN;

    /** The value in documents. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding problem(Check check, StrandlineException error) {
    return new Finding(
        check, Status.PROBLEM, error.code() + ": " + error.getMessage(), error.remedy());
  }

  static Finding unknown(Check check, String what, String fix) {
    return new Finding(check, Status.UNKNOWN, what, fix);
  }

  static Finding ok(Check check, String what) {
    return new Finding(check, Status.OK, what, "");
  }
}
