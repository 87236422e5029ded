package io.strandline.option;

import java.util.ArrayList;
import java.util.List;

/**
 * Names in a comma-separated text.
 *
 * <p>Spaces around a name do not count. A name with commas, brackets or spaces at its ends stands
 * in brackets, each {@code ]} in it doubled, as in T-SQL: {@code id, [a, b], [odd]]name]}.
 */
public final class NameList {

  private final String text;
  private int at;

  private NameList(String text) {
    this.text = text;
  }

  /**
   * The names of a text, at least one.
   *
   * @throws IllegalArgumentException if a name is empty or a bracket has no partner
   */
  public static List<String> parse(String text) {
    NameList list = new NameList(text);
    List<String> names = new ArrayList<>();
    do {
      names.add(list.name());
    } while (list.comma());
    return names;
  }

  /** A name as a list holds it. */
  public static String quote(String name) {
    boolean plain =
        !name.isEmpty() && name.equals(name.strip()) && name.chars().noneMatch(NameList::isSpecial);
    return plain ? name : "[" + name.replace("]", "]]") + "]";
  }

  private static boolean isSpecial(int unit) {
    return unit == ',' || unit == '[' || unit == ']';
  }

  private boolean comma() {
    if (at == text.length()) {
      return false;
    }
    if (text.charAt(at) != ',') {
      throw new IllegalArgumentException("text after a closing bracket");
    }
    at++;
    return true;
  }

  private String name() {
    skipSpaces();
    String name = at < text.length() && text.charAt(at) == '[' ? bracketed() : bare();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("an empty name");
    }
    return name;
  }

  private void skipSpaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private String bare() {
    int comma = text.indexOf(',', at);
    int end = comma < 0 ? text.length() : comma;
    String name = text.substring(at, end).strip();
    if (name.chars().anyMatch(NameList::isSpecial)) {
      throw new IllegalArgumentException("a bracket inside a name");
    }
    at = end;
    return name;
  }

  private String bracketed() {
    StringBuilder name = new StringBuilder();
    int from = at + 1;
    int close = text.indexOf(']', from);
    while (close >= 0 && text.startsWith("]]", close)) {
      name.append(text, from, close + 1);
      from = close + 2;
      close = text.indexOf(']', from);
    }
    if (close < 0) {
      throw new IllegalArgumentException("a bracket that is not closed");
    }
    name.append(text, from, close);
    at = close + 1;
    skipSpaces();
    return name.toString();
  }
}
