package io.strandline.lab.sql.ast;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source of rows in FROM. */
public sealed interface TableRef {

  /** A table or view; hints are in upper case. */
  record Named(ObjectName name, @Nullable String alias, Set<String> hints) implements TableRef {}

  /** A table variable. */
  record VariableTable(String name, @Nullable String alias) implements TableRef {}

  /** A table-valued function. */
  record Function(ObjectName name, List<Expr> args, @Nullable String alias) implements TableRef {}

  /** A query in parentheses; no column names means the query's own. */
  record Derived(Query query, String alias, List<String> columns) implements TableRef {}

  /** Row constructors: {@code (VALUES (..), (..)) AS v (a, b)}. */
  record ValueRows(List<List<Expr>> rows, String alias, List<String> columns) implements TableRef {}

  /** A join; {@code on} is {@code null} for a cross join and for APPLY. */
  record Join(Kind kind, TableRef left, TableRef right, @Nullable Expr on) implements TableRef {}

  /** How rows without a partner are treated, and whether the right side sees the left's row. */
  enum Kind {
    INNER,
    LEFT,
    RIGHT,
    FULL,
    CROSS,
    CROSS_APPLY,
    OUTER_APPLY
  }
}
