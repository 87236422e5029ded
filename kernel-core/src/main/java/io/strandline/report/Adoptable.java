package io.strandline.report;

import java.util.Locale;

/** What a stream can go on with after it was changed on purpose. */
public enum Adoptable {
  /** Another server or a restored database, whose history may differ up to the offset. */
  SOURCE,
  /** Another zone of the server's local clock. */
  ZONE,
  /** A target that was restored, rewritten or copied, and may lack rows up to the offset. */
  TARGET;

  /** The value on the command line and in documents. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
