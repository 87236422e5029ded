package io.strandline.lab.store;

import io.strandline.lab.session.SqlType;

/** What a statement changed in a table's definition. */
public sealed interface SchemaChange {

  /** A column was added. */
  record Added(int columnId) implements SchemaChange {}

  /** A column was dropped. */
  record Dropped(int columnId) implements SchemaChange {}

  /** A column has another type. */
  record Retyped(int columnId, SqlType from, SqlType to) implements SchemaChange {}

  /** Anything else, such as NULL to NOT NULL. */
  record Other() implements SchemaChange {}
}
