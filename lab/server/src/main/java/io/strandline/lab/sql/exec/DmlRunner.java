package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Choice;
import io.strandline.lab.sql.query.ExpressionBinder;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.JoinSelection;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.RowCounts;
import io.strandline.lab.sql.query.RowSelection;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.CatalogLibrary;
import io.strandline.lab.sql.view.TableRelation;
import io.strandline.lab.sql.view.TargetRelation;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs UPDATE and DELETE, and gives INSERT to {@link InsertRunner}. */
final class DmlRunner {

  /** How a statement binds expressions on the rows that it changes, and then reads those rows. */
  private record Chosen(Supplier<List<Choice>> rows, Function<Expr, Bound> binder) {}

  private final BatchScope scope;
  private final BatchRunner batch;
  private final StatementContext context;
  private final Library library;

  DmlRunner(BatchScope scope, BatchRunner batch, StatementContext context) {
    this.scope = scope;
    this.batch = batch;
    this.context = context;
    this.library = scope.session().engine().library();
  }

  /** Runs a statement; what it changed and puts out. */
  DmlResult run(Statement statement) {
    if (statement instanceof Statement.Insert insert) {
      return new InsertRunner(scope, batch, context).run(insert);
    }
    if (statement instanceof Statement.Update update) {
      return update(update);
    }
    return delete((Statement.Delete) statement);
  }

  /** The table of a statement, with the permission to change it. */
  static Table table(StatementContext context, Statement.TableTarget target, String permission) {
    ObjectName name = target.name();
    Database database = context.database(name);
    Table table = context.table(name);
    if (table == null) {
      throw unchangeable(context, database, name, permission);
    }
    if (!context.access().allows(database, permission, table.objectId(), table.schemaName(), "")) {
      throw Access.denied(permission, table.name(), database, table.schemaName());
    }
    Set<String> hints = target.hints();
    if (hints.contains("TABLOCKX") || hints.contains("TABLOCK") || hints.contains("XLOCK")) {
      context.txn().lock(table, LockMode.EXCLUSIVE);
    }
    return table;
  }

  /** SQL Server lets an owner change the tables of capture, the lab nobody. */
  private static SqlException unchangeable(
      StatementContext context, Database database, ObjectName name, String permission) {
    if (!"cdc".equalsIgnoreCase(name.schema())
        || !CatalogLibrary.isCaptureTable(database, name.name())) {
      return SqlErrors.invalidObject(name.text());
    }
    return context.access().isOwner(database)
        ? SqlErrors.notEmulated(permission + " of cdc." + name.name())
        : Access.denied(permission, name.name(), database, "cdc");
  }

  private static Statement.TableTarget tableTarget(Statement.Target target) {
    if (target instanceof Statement.TableTarget table) {
      return table;
    }
    throw SqlErrors.syntax(((Statement.VariableTarget) target).name());
  }

  private DmlResult delete(Statement.Delete delete) {
    Statement.TableTarget named = tableTarget(delete.target());
    JoinSelection.@Nullable Target joined = joined(named, delete.sources());
    Statement.TableTarget target = resolved(named, joined);
    Table table = table(context, target, "DELETE");
    Database database = context.database(target.name());
    RowChanger changer = new RowChanger(context, table);
    Chosen chosen = chosen(target, joined, delete.sources(), changer, delete.where(), delete.top());
    ChangeLog changes =
        new ChangeLog(scope, context, database, table, delete.output(), false, true);
    long count = changer.delete(chosen.rows().get(), changes::deleted);
    return changes.finish("DELETE", count);
  }

  private DmlResult update(Statement.Update update) {
    Statement.TableTarget named = tableTarget(update.target());
    JoinSelection.@Nullable Target joined = joined(named, update.sources());
    Statement.TableTarget target = resolved(named, joined);
    Table table = table(context, target, "UPDATE");
    Database database = context.database(target.name());
    RowChanger changer = new RowChanger(context, table);
    Chosen chosen = chosen(target, joined, update.sources(), changer, update.where(), update.top());
    SetList sets = SetList.bind(context, library, database, table, update.sets(), chosen.binder());
    ChangeLog changes = new ChangeLog(scope, context, database, table, update.output(), true, true);
    long count = changer.update(chosen.rows().get(), sets::updated, changes::updated);
    return changes.finish("UPDATE", count);
  }

  /** The target among the tables of FROM; {@code null} without FROM. */
  private static JoinSelection.@Nullable Target joined(
      Statement.TableTarget target, Statement.Sources sources) {
    TableRef tables = sources.tables();
    return tables == null ? null : JoinSelection.Target.of(target.name(), target.hints(), tables);
  }

  private static Statement.TableTarget resolved(
      Statement.TableTarget named, JoinSelection.@Nullable Target joined) {
    return joined == null
        ? named
        : new Statement.TableTarget(joined.table().name(), joined.table().hints());
  }

  private Chosen chosen(
      Statement.TableTarget target,
      JoinSelection.@Nullable Target joined,
      Statement.Sources sources,
      RowChanger changer,
      @Nullable Expr where,
      Query.@Nullable Top top) {
    Database database = context.database(target.name());
    Table table = changer.table();
    TableRelation relation = new TableRelation(context, database, table, Set.of("READCOMMITTED"));
    if (joined != null) {
      TargetRelation rows = new TargetRelation(relation, table, changer.view());
      JoinSelection selection = JoinSelection.bind(context, library, sources, joined, rows, where);
      return new Chosen(() -> limited(selection.choices(), top), selection::bind);
    }
    RowSelection selection = RowSelection.bind(context, library, relation, table.name(), where);
    long limit =
        top == null || top.percent() ? Long.MAX_VALUE : RowCounts.count(value(top, Types.BIGINT));
    return new Chosen(() -> limited(changer.chosen(selection, limit), top), selection::bind);
  }

  private List<Choice> limited(List<Choice> rows, Query.@Nullable Top top) {
    if (top == null) {
      return rows;
    }
    long limit =
        top.percent()
            ? RowCounts.share(value(top, Types.FLOAT), rows.size())
            : RowCounts.count(value(top, Types.BIGINT));
    return rows.subList(0, (int) Math.min(rows.size(), limit));
  }

  private @Nullable Object value(Query.Top top, io.strandline.lab.session.SqlType type) {
    return ExpressionBinder.standalone(context, library)
        .bind(top.count())
        .as(type)
        .eval(new Frame(null));
  }
}
