package io.strandline.option;

import io.strandline.lsn.Lsn;

/** Where the stream of a new table begins. */
public sealed interface StartingPoint {

  /** With the oldest change that the capture instance still holds. */
  record Earliest() implements StartingPoint {}

  /** After the newest captured commit. */
  record Latest() implements StartingPoint {}

  /**
   * After an LSN.
   *
   * @param processed the last LSN that counts as processed
   */
  record After(Lsn processed) implements StartingPoint {}

  /**
   * The starting point of {@code earliest}, {@code latest} or an LSN's text.
   *
   * @throws IllegalArgumentException for any other text
   */
  static StartingPoint parse(String text) {
    return switch (text) {
      case "earliest" -> new Earliest();
      case "latest" -> new Latest();
      default -> new After(Lsn.parse(text));
    };
  }
}
