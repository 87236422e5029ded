package io.strandline.lab.sql.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A name of one to three parts inside a text value, with or without brackets. */
public record QualifiedName(@Nullable String database, String schema, String name) {

  /** Reads a name; {@code null} if the text is none. */
  public static @Nullable QualifiedName parse(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        boolean end = c == ']' || c == '"';
        boolean doubled = end && i + 1 < text.length() && text.charAt(i + 1) == c;
        if (doubled) {
          i++;
          part.append(c);
        } else if (end) {
          quoted = false;
        } else {
          part.append(c);
        }
      } else if (c == '[' || c == '"') {
        quoted = true;
      } else if (c == '.') {
        parts.add(part.toString().trim());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString().trim());
    int count = parts.size();
    if (quoted || count > 3 || parts.get(count - 1).isEmpty()) {
      return null;
    }
    String schema = count == 1 || parts.get(count - 2).isEmpty() ? "dbo" : parts.get(count - 2);
    return new QualifiedName(count == 3 ? parts.get(0) : null, schema, parts.get(count - 1));
  }
}
