package io.strandline.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The fields of a JSON object, each read with its type or refused with its name. */
final class Fields {

  private final ObjectNode object;
  private final String document;

  Fields(ObjectNode object, String document) {
    this.object = object;
    this.document = document;
  }

  String text(String key) {
    JsonNode node = required(key);
    if (!node.isTextual()) {
      throw wrong(key, "a text");
    }
    return node.textValue();
  }

  /** A text, number or boolean as text. */
  String scalar(String key) {
    JsonNode node = required(key);
    if (!node.isValueNode()) {
      throw wrong(key, "a text, a number or a boolean");
    }
    return node.asText();
  }

  /** A text that {@code parse} turns into a value, refusing with IllegalArgumentException or so. */
  <T> T parsed(String key, Function<String, T> parse) {
    String text = text(key);
    try {
      return parse.apply(text);
    } catch (RuntimeException e) {
      throw new MalformedDocumentException(
          document + ": '" + key + "' cannot be read: " + e.getMessage(), e);
    }
  }

  int integer(String key) {
    JsonNode node = required(key);
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw wrong(key, "an integer");
    }
    return node.intValue();
  }

  long longInteger(String key) {
    JsonNode node = required(key);
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw wrong(key, "an integer");
    }
    return node.longValue();
  }

  boolean flag(String key) {
    JsonNode node = required(key);
    if (!node.isBoolean()) {
      throw wrong(key, "true or false");
    }
    return node.booleanValue();
  }

  double number(String key) {
    JsonNode node = required(key);
    if (!node.isNumber()) {
      throw wrong(key, "a number");
    }
    return node.doubleValue();
  }

  Fields object(String key) {
    if (required(key) instanceof ObjectNode child) {
      return new Fields(child, document + "." + key);
    }
    throw wrong(key, "an object");
  }

  List<Fields> objects(String key) {
    List<Fields> children = new ArrayList<>();
    for (JsonNode child : array(key)) {
      if (!(child instanceof ObjectNode childObject)) {
        throw wrong(key, "an array of objects");
      }
      children.add(new Fields(childObject, document + "." + key + "[" + children.size() + "]"));
    }
    return children;
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode child : array(key)) {
      if (!child.isTextual()) {
        throw wrong(key, "an array of texts");
      }
      texts.add(child.textValue());
    }
    return texts;
  }

  List<Long> longIntegers(String key) {
    List<Long> numbers = new ArrayList<>();
    for (JsonNode child : array(key)) {
      if (!child.isIntegralNumber() || !child.canConvertToLong()) {
        throw wrong(key, "an array of integers");
      }
      numbers.add(child.longValue());
    }
    return numbers;
  }

  private JsonNode array(String key) {
    JsonNode node = required(key);
    if (!node.isArray()) {
      throw wrong(key, "an array");
    }
    return node;
  }

  /** The field's value by {@code read}; empty if it is absent or null. */
  <T> Optional<T> optional(String key, Function<String, T> read) {
    return has(key) ? Optional.of(read.apply(key)) : Optional.empty();
  }

  boolean has(String key) {
    return object.hasNonNull(key);
  }

  /** The object as a document. */
  String json() {
    return Json.text(object);
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private JsonNode required(String key) {
    JsonNode node = object.get(key);
    if (node == null || node.isNull()) {
      throw new MalformedDocumentException(document + " has no '" + key + "'");
    }
    return node;
  }

  private MalformedDocumentException wrong(String key, String expected) {
    return new MalformedDocumentException(document + ": '" + key + "' is not " + expected);
  }
}
