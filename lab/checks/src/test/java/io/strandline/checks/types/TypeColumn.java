package io.strandline.checks.types;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A type of the source with its values, from the table of values written by hand.
 *
 * @param name of a column that has the type
 * @param sqlType its declaration
 * @param deltaType what a table makes of it
 * @param values what is written and what must arrive
 */
record TypeColumn(String name, String sqlType, String deltaType, List<Value> values) {

  private static final String FILE = "values.txt";

  /** A value as SQL and as a table holds it. */
  record Value(String sql, String delta) {}

  /** The statements that make the types which are not the server's own. */
  static List<String> definitions() {
    return lines().stream().filter(TypeColumn::isDefinition).toList();
  }

  private static boolean isDefinition(String line) {
    return line.startsWith("CREATE TYPE ");
  }

  /** All types, in the order of the file. */
  static List<TypeColumn> all() {
    Map<String, TypeColumn> columns = new LinkedHashMap<>();
    for (String line : lines()) {
      if (line.isEmpty() || line.startsWith("#") || isDefinition(line)) {
        continue;
      }
      String[] parts = line.split(" \\| ", -1);
      if (parts.length != 4) {
        throw new IllegalStateException("not four parts: " + line);
      }
      columns
          .computeIfAbsent(
              parts[0],
              type -> new TypeColumn("c" + columns.size(), type, parts[2], new ArrayList<>()))
          .values()
          .add(new Value(parts[1], parts[3]));
    }
    return List.copyOf(columns.values());
  }

  private static List<String> lines() {
    InputStream file = Objects.requireNonNull(TypeColumn.class.getResourceAsStream(FILE), FILE);
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The expected value of a row, as a reader of tables returns it; "NULL" beyond the last. */
  Object expected(int row) {
    return row < values.size() ? parse(values.get(row).delta()) : "NULL";
  }

  /** The SQL of a row's value. */
  String sql(int row) {
    return row < values.size() ? values.get(row).sql() : "NULL";
  }

  private Object parse(String text) {
    return switch (deltaType.replaceAll("\\(.*", "")) {
      case "boolean" -> Boolean.valueOf(text);
      case "short" -> Short.valueOf(text);
      case "integer" -> Integer.valueOf(text);
      case "long" -> Long.valueOf(text);
      case "float" -> Float.valueOf(text);
      case "double" -> Double.valueOf(text);
      case "decimal" -> new BigDecimal(text);
      case "date" -> LocalDate.parse(text);
      case "timestamp_ntz" -> LocalDateTime.parse(text);
      case "timestamp" -> Instant.parse(text);
      case "string" -> quoted(text);
      case "binary" -> hex(text);
      default -> throw new IllegalStateException("no values of type " + deltaType);
    };
  }

  private static String quoted(String text) {
    int end = text.lastIndexOf('"');
    String value =
        text.substring(1, end)
            .replace("\\t", "\t")
            .replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("\\\"", "\"")
            .replace("\\\\", "\\");
    return value.repeat(times(text.substring(end + 1)));
  }

  /** Bytes as hexadecimal text, which compares by value. */
  private static String hex(String text) {
    String[] parts = text.split(" ", 2);
    return parts[0].substring(2).repeat(times(parts.length == 1 ? "" : parts[1]));
  }

  private static int times(String text) {
    return text.isBlank() ? 1 : Integer.parseInt(text.replace("*", "").strip());
  }

  /** A value read from a table, in the form of {@link #expected}. */
  static Object read(Object value) {
    if (value == null) {
      return "NULL";
    }
    return value instanceof byte[] bytes ? HexFormat.of().withUpperCase().formatHex(bytes) : value;
  }
}
