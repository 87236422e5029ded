package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stores a value in a column: unlike CAST, text and bytes that are too long are an error.
 *
 * @param table the table's name in messages, {@code database.schema.table}
 * @param column the column's name
 * @param majorVersion the emulated version: 2628 from 15 (documented), 8152 before
 */
public record Assignment(String table, String column, int majorVersion) {

  /** Converts {@code value} to the column's type. */
  public @Nullable Object store(@Nullable Object value, SqlType from, SqlType to) {
    if (value == null) {
      return null;
    }
    if (to.length() > 0 && Types.isString(to)) {
      return text(value, from, to);
    }
    if (to.length() > 0 && Types.isBinary(to) && value instanceof byte[] bytes) {
      int significant = bytes.length;
      while (significant > to.length() && bytes[significant - 1] == 0) {
        significant--;
      }
      if (significant > to.length()) {
        throw truncated(new String(bytes, 0, to.length(), BinaryCoercion.CODE_PAGE));
      }
      return Coercion.convert(Arrays.copyOf(bytes, significant), from, to);
    }
    return Coercion.convert(value, from, to);
  }

  private String text(Object value, SqlType from, SqlType to) {
    String text = TextCoercion.text(value, from, to, 0);
    if (text.length() > to.length()) {
      if (Types.isNumeric(from)) {
        throw SqlErrors.overflow("expression", SqlType.of(to.kind()));
      }
      if (Collation.trimmedLength(text) > to.length()) {
        throw truncated(text.substring(0, to.length()));
      }
      return text.substring(0, to.length());
    }
    return TextCoercion.padded(text, to);
  }

  private SqlException truncated(String kept) {
    return majorVersion < 15
        ? SqlException.of(8152, 16, 30, "String or binary data would be truncated.")
        : SqlException.of(
            2628,
            16,
            1,
            "String or binary data would be truncated in table '"
                + table
                + "', column '"
                + column
                + "'. Truncated value: '"
                + kept
                + "'.");
  }
}
