package io.strandline.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Strict JSON trees: a repeated key or text after the document is an error. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws MalformedDocumentException if it is no JSON object
   */
  static Fields read(String text, String document) {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode object) {
        return new Fields(object, document);
      }
      throw new MalformedDocumentException(document + " is no JSON object");
    } catch (JsonProcessingException e) {
      throw new MalformedDocumentException(document + " is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** As {@link #read}; the error has nothing of the text, which may hold a password. */
  static Fields readSecret(String text, String document) {
    try {
      return read(text, document);
    } catch (MalformedDocumentException e) {
      // Neither its message nor its cause is passed on.
      throw new MalformedDocumentException(
          e.getCause() instanceof StreamConstraintsException
              ? document
                  + " is nested too deeply, or has a number, a key or a text too long to read"
              : document + " is no JSON object, or has a key twice");
    }
  }
}
