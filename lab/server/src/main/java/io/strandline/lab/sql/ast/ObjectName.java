package io.strandline.lab.sql.ast;

import org.jspecify.annotations.Nullable;

/**
 * A name of one to three parts.
 *
 * @param database first part of three
 * @param schema part before the name; {@code null} for the default schema
 * @param name last part
 */
public record ObjectName(@Nullable String database, @Nullable String schema, String name) {

  /** The name as the statement spelled it, without quotes. */
  public String text() {
    StringBuilder text = new StringBuilder();
    if (database != null) {
      text.append(database).append('.');
    }
    if (schema != null || database != null) {
      text.append(schema == null ? "" : schema).append('.');
    }
    return text.append(name).toString();
  }
}
