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

  /**
   * OUTPUT.
   *
   * @param items on the rows {@code inserted} and {@code deleted}
   * @param into where the rows go; {@code null} for the client
   * @param columns of {@code into}; empty for all
   */
  record Output(List<Query.Item> items, @Nullable Target into, List<String> columns) {}

  record Insert(Target target, List<String> columns, Source source, @Nullable Output output)
      implements Statement {}

  /** {@code @variable = column = value}, either of the two left out. */
  record SetClause(@Nullable String variable, @Nullable String column, Expr value) {}

  /**
   * The FROM of an UPDATE or DELETE and the common table expressions before the statement.
   *
   * @param tables {@code null} without FROM
   */
  record Sources(List<Query.Cte> ctes, @Nullable TableRef tables) {}

  record Update(
      Target target,
      Query.@Nullable Top top,
      List<SetClause> sets,
      @Nullable Output output,
      Sources sources,
      @Nullable Expr where)
      implements Statement {}

  record Delete(
      Target target,
      Query.@Nullable Top top,
      @Nullable Output output,
      Sources sources,
      @Nullable Expr where)
      implements Statement {}

  record Truncate(ObjectName name) implements Statement {}

  /** A type as a column's definition names it. */
  sealed interface DeclaredType {}

  /** A system type; {@code name} is in lower case, {@code numeric} or {@code sysname} for one. */
  record SystemType(SqlType type, String name) implements DeclaredType {}

  /** An alias type, which the statement looks up when it runs, with a length or without. */
  record AliasName(ObjectName name, boolean sized) implements DeclaredType {}

  /**
   * A column in CREATE TABLE or ALTER TABLE; the type of a computed one is not known yet.
   *
   * @param collation {@code null} for the database's
   */
  record ColumnDefinition(
      String name,
      DeclaredType type,
      @Nullable Boolean nullable,
      @Nullable Identity identity,
      @Nullable Default defaultValue,
      boolean withValues,
      @Nullable Computed computed,
      @Nullable String collation) {}

  /**
   * DEFAULT.
   *
   * @param name {@code null} where the server makes one
   * @param text of the expression
   */
  record Default(@Nullable String name, Expr expr, String text) {}

  /** {@code AS (expression)}, with the expression's text. */
  record Computed(Expr expr, String text, boolean persisted) {}

  record Identity(long seed, long increment) {}

  /** A constraint; the name is {@code null} where the server makes one. */
  sealed interface Constraint {}

  /** PRIMARY KEY or UNIQUE. */
  record KeyConstraint(
      @Nullable String name, boolean primary, boolean clustered, List<KeyColumn> columns)
      implements Constraint {}

  record KeyColumn(String name, boolean descending) {}

  /** CHECK, with the condition's text. */
  record CheckConstraint(@Nullable String name, Expr condition, String text)
      implements Constraint {}

  /** FOREIGN KEY; no referenced columns means the primary key. */
  record ForeignKey(
      @Nullable String name,
      List<String> columns,
      ObjectName referenced,
      List<String> referencedColumns)
      implements Constraint {}

  /** DEFAULT of a column, added later. */
  record DefaultConstraint(Default value, String column, boolean withValues)
      implements Constraint {}

  record CreateTable(ObjectName name, List<ColumnDefinition> columns, List<Constraint> constraints)
      implements Statement {}

  record DropTable(List<ObjectName> names, boolean ifExists) implements Statement {}

  record CreateIndex(String name, ObjectName table, boolean unique, List<KeyColumn> columns)
      implements Statement {}

  record DropIndex(String name, ObjectName table, boolean ifExists) implements Statement {}

  /** DROP of a schema or a principal. */
  record Drop(DropKind kind, String name, boolean ifExists) implements Statement {}

  /** What DROP takes away. */
  enum DropKind {
    SCHEMA,
    USER,
    ROLE,
    LOGIN
  }

  /** ALTER TABLE with its own text, which the DDL history shows. */
  record AlterTable(ObjectName name, AlterAction action, String text) implements Statement {}

  sealed interface AlterAction {}

  record AddColumns(List<ColumnDefinition> columns, List<Constraint> constraints)
      implements AlterAction {}

  record DropColumns(List<String> names, boolean ifExists) implements AlterAction {}

  record DropConstraints(List<String> names, boolean ifExists) implements AlterAction {}

  record AlterColumn(ColumnDefinition column) implements AlterAction {}

  record CreateSchema(String name) implements Statement {}

  /** CREATE TYPE of an alias type. */
  record CreateType(ObjectName name, DeclaredType base, boolean nullable) implements Statement {}

  record DropType(ObjectName name, boolean ifExists) implements Statement {}

  record Declaration(String name, SqlType type, @Nullable Expr value) {}

  record Declare(List<Declaration> variables) implements Statement {}

  record DeclareTable(String name, List<ColumnDefinition> columns, List<Constraint> constraints)
      implements Statement {}

  record SetVariable(String name, Expr value) implements Statement {}

  /** SET with an option; names and words are in upper case. */
  record SetOption(List<String> names, List<String> value) implements Statement {}

  record If(Expr condition, Step then, @Nullable Step otherwise) implements Statement {}

  record While(Expr condition, Step body) implements Statement {}

  record Block(List<Step> steps) implements Statement {}

  /** BEGIN TRY with its BEGIN CATCH. */
  record TryCatch(List<Step> body, List<Step> handler) implements Statement {}

  record Break() implements Statement {}

  record Continue() implements Statement {}

  record Return() implements Statement {}

  record BeginTransaction(@Nullable String name) implements Statement {}

  record CommitTransaction() implements Statement {}

  record RollbackTransaction(@Nullable String name) implements Statement {}

  record SaveTransaction(String name) implements Statement {}

  record Use(String database) implements Statement {}

  record Print(Expr value) implements Statement {}

  record RaiseError(List<Expr> args, Set<String> options) implements Statement {}

  record Throw(Expr number, Expr message, Expr state) implements Statement {}

  /** THROW without arguments, inside CATCH. */
  record Rethrow() implements Statement {}

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
