package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;

/**
 * A column of a capture instance.
 *
 * @param columnId the id in the source table
 * @param ordinal 1-based position among the captured columns
 */
public record CapturedColumn(int columnId, String name, SqlType type, int ordinal) {

  CapturedColumn retyped(SqlType newType) {
    return new CapturedColumn(columnId, name, newType, ordinal);
  }
}
