package io.strandline.codec;

/** What a document says that it is. */
final class Formats {

  private Formats() {}

  /**
   * Passes a document of a kind and a format that this release reads.
   *
   * @throws MalformedDocumentException if it is another
   */
  static void verify(Fields fields, String document, String kind, int format) {
    if (!fields.text(FactsCodec.MARK).equals(kind)) {
      throw new MalformedDocumentException(
          document + " is a document of kind '" + fields.text(FactsCodec.MARK) + "'");
    }
    if (fields.integer("format") != format) {
      throw new MalformedDocumentException(
          document + " has format " + fields.integer("format") + "; this release reads " + format);
    }
  }
}
