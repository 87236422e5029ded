package io.strandline.lab.sql.ast;

import io.strandline.lab.session.SqlType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One statement of a batch. */
public sealed interface Statement {

  /** A statement and the batch line it starts on. */
  record Step(int line, Statement statement) {}

  record SelectRows(Query query) implements Statement {}

  /** The table that a statement changes. */
  sealed interface Target {}

  record TableTarget(ObjectName name, Set<String> hints) implements Target {}

  record VariableTarget(String name) implements Target {}

  /** Where the rows of an INSERT come from. */
  sealed interface Source {}

  record RowsSource(List<List<Expr>> rows) implements Source {}

  record QuerySource(Query query) implements Source {}

  record ExecuteSource(Execute execute) implements Source {}

  record DefaultSource() implements Source {}

  /** The keyword DEFAULT in a VALUES row or SET clause: a call without arguments. */
  String DEFAULT = "<DEFAULT>";

  record Insert(Target target, List<String> columns, Source source) implements Statement {}

  record SetClause(String column, Expr value) {}

  record Update(Target target, @Nullable Expr top, List<SetClause> sets, @Nullable Expr where)
      implements Statement {}

  record Delete(Target target, @Nullable Expr top, @Nullable Expr where) implements Statement {}

  record Truncate(ObjectName name) implements Statement {}

  /** A column in CREATE TABLE or ALTER TABLE. */
  record ColumnDefinition(
      String name,
      SqlType type,
      String typeName,
      @Nullable Boolean nullable,
      @Nullable Identity identity,
      @Nullable Expr defaultValue,
      boolean withValues) {}

  record Identity(long seed, long increment) {}

  /** PRIMARY KEY or UNIQUE; the name is {@code null} where the server makes one. */
  record KeyConstraint(
      @Nullable String name, boolean primary, boolean clustered, List<KeyColumn> columns) {}

  record KeyColumn(String name, boolean descending) {}

  record CreateTable(
      ObjectName name, List<ColumnDefinition> columns, List<KeyConstraint> constraints)
      implements Statement {}

  record DropTable(List<ObjectName> names, boolean ifExists) implements Statement {}

  record CreateIndex(String name, ObjectName table, boolean unique, List<KeyColumn> columns)
      implements Statement {}

  /** ALTER TABLE with its own text, which the DDL history shows. */
  record AlterTable(ObjectName name, AlterAction action, String text) implements Statement {}

  sealed interface AlterAction {}

  record AddColumns(List<ColumnDefinition> columns, List<KeyConstraint> constraints)
      implements AlterAction {}

  record DropColumns(List<String> names) implements AlterAction {}

  record AlterColumn(ColumnDefinition column) implements AlterAction {}

  record CreateSchema(String name) implements Statement {}

  record Declaration(String name, SqlType type, @Nullable Expr value) {}

  record Declare(List<Declaration> variables) implements Statement {}

  record DeclareTable(String name, List<ColumnDefinition> columns) implements Statement {}

  record SetVariable(String name, Expr value) implements Statement {}

  /** SET with an option; names and words are in upper case. */
  record SetOption(List<String> names, List<String> value) implements Statement {}

  record If(Expr condition, Step then, @Nullable Step otherwise) implements Statement {}

  record While(Expr condition, Step body) implements Statement {}

  record Block(List<Step> steps) implements Statement {}

  record Break() implements Statement {}

  record Continue() implements Statement {}

  record Return() implements Statement {}

  record BeginTransaction(@Nullable String name) implements Statement {}

  record CommitTransaction() implements Statement {}

  record RollbackTransaction(@Nullable String name) implements Statement {}

  record SaveTransaction(String name) implements Statement {}

  record Use(String database) implements Statement {}

  record Print(Expr value) implements Statement {}

  record RaiseError(List<Expr> args) implements Statement {}

  record Throw(Expr number, Expr message, Expr state) implements Statement {}

  record WaitFor(Expr time, boolean delay) implements Statement {}

  /** An argument of EXEC; the name is {@code null} if positional. */
  record Argument(@Nullable String name, Expr value, boolean output) {}

  record Execute(@Nullable String status, ObjectName procedure, List<Argument> args)
      implements Statement {}

  /** EXEC of text in parentheses. */
  record ExecuteText(Expr text) implements Statement {}

  /** What a permission statement does. */
  enum PermissionVerb {
    GRANT,
    DENY,
    REVOKE
  }

  /**
   * GRANT, DENY or REVOKE.
   *
   * @param permission in upper case
   * @param schema whether {@code object} names a schema
   * @param object {@code null} for the database
   */
  record Permission(
      PermissionVerb verb,
      String permission,
      boolean schema,
      @Nullable ObjectName object,
      List<String> columns,
      List<String> principals)
      implements Statement {}

  record CreateLogin(String name, String password) implements Statement {}

  record CreateUser(String name, String login) implements Statement {}

  record CreateRole(String name) implements Statement {}

  record AlterRole(String role, String member, boolean server, boolean add) implements Statement {}

  record CreateDatabase(String name) implements Statement {}

  record DropDatabase(String name, boolean ifExists) implements Statement {}

  /** ALTER DATABASE SET; {@code null} is the current database. */
  record AlterDatabase(@Nullable String name, String option, String value) implements Statement {}
}
