package io.strandline.lab.sql.ast;

import io.strandline.lab.session.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scalar expression or a condition. */
public sealed interface Expr {

  /** A constant; {@code null} is NULL. */
  record Literal(SqlType type, @Nullable Object value) implements Expr {}

  /** A variable or parameter; the name is in lower case, with its {@code @}. */
  record Variable(String name) implements Expr {}

  /** A system value such as {@code @@TRANCOUNT}; the name is in upper case. */
  record Global(String name) implements Expr {}

  /** A column by name, with the parts before it. */
  record ColumnRef(List<String> qualifier, String name) implements Expr {}

  /** {@code -}, {@code +} or {@code ~}. */
  record Unary(String op, Expr operand) implements Expr {}

  /** An arithmetic or bit operator. */
  record Binary(String op, Expr left, Expr right) implements Expr {}

  /** The star of {@code COUNT(*)}. */
  record Star() implements Expr {}

  /**
   * A function call.
   *
   * @param qualifier parts before the name; empty for built-in functions
   * @param name in upper case if built in, else as written
   * @param over the window of a window function
   */
  record Call(
      List<String> qualifier, String name, List<Expr> args, boolean distinct, @Nullable Over over)
      implements Expr {}

  /** CAST, CONVERT and their TRY forms, which are lenient: NULL instead of an error. */
  record Cast(Expr operand, SqlType type, @Nullable Expr style, boolean lenient) implements Expr {}

  /** CASE, simple (with an operand) or searched. */
  record Case(@Nullable Expr operand, List<When> whens, @Nullable Expr otherwise) implements Expr {}

  /**
   * {@code operand AT TIME ZONE zone}.
   *
   * @param zone a text expression with a Windows zone name
   */
  record AtTimeZone(Expr operand, Expr zone) implements Expr {}

  /** {@code operand COLLATE collation}. */
  record Collate(Expr operand, String collation) implements Expr {}

  /** A query used as a value. */
  record Subquery(Query query) implements Expr {}

  /** One branch of CASE. */
  record When(Expr when, Expr then) {}

  /** A window; the frame is {@code null} where none is written. */
  record Over(List<Expr> partitionBy, List<OrderItem> orderBy, @Nullable Frame frame) {}

  /** A ROWS frame, as offsets from the current row; {@code null} is unbounded. */
  record Frame(@Nullable Integer from, @Nullable Integer to) {}

  /** One key of an ORDER BY. */
  record OrderItem(Expr expr, boolean descending) {}

  /** An expression that is true, false or unknown. */
  sealed interface Condition extends Expr {}

  record Comparison(String op, Expr left, Expr right) implements Condition {}

  record And(Expr left, Expr right) implements Condition {}

  record Or(Expr left, Expr right) implements Condition {}

  record Not(Expr operand) implements Condition {}

  record IsNull(Expr operand, boolean negated) implements Condition {}

  record Between(Expr operand, Expr low, Expr high, boolean negated) implements Condition {}

  record Like(Expr operand, Expr pattern, @Nullable Expr escape, boolean negated)
      implements Condition {}

  record InList(Expr operand, List<Expr> items, boolean negated) implements Condition {}

  record InQuery(Expr operand, Query query, boolean negated) implements Condition {}

  record Exists(Query query) implements Condition {}
}
