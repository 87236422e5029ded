package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.StatementContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A catalog view: its columns and how its rows are made. */
record View(List<Column> columns, Source source) {

  /** Makes the rows that the session may see. */
  @FunctionalInterface
  interface Source {
    List<@Nullable Object[]> rows(StatementContext context, Database database);
  }

  View(String columns, Source source) {
    this(ViewColumns.parse(columns), source);
  }
}
