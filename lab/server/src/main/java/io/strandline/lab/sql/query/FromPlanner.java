package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a FROM clause into the sources of a scope and their conditions. */
final class FromPlanner {

  /** A source's ON conditions, if it is the optional side of an outer join. */
  record Joined(Source source, List<Expr> on) {}

  private final StatementContext context;
  private final Library library;
  private final CommonTables ctes;
  private final Scope scope;
  private final List<Joined> joined = new ArrayList<>();
  private final List<Expr> filters = new ArrayList<>();

  FromPlanner(StatementContext context, Library library, CommonTables ctes, Scope scope) {
    this.context = context;
    this.library = library;
    this.ctes = ctes;
    this.scope = scope;
  }

  List<Joined> joined() {
    return joined;
  }

  /** The conditions of inner joins, which are as good as those of WHERE. */
  List<Expr> filters() {
    return filters;
  }

  void add(TableRef table) {
    add(table, false, List.of());
  }

  private void add(TableRef table, boolean optional, List<Expr> on) {
    if (table instanceof TableRef.Join join) {
      if (optional) {
        throw SqlErrors.syntax("JOIN");
      }
      add(join.left(), false, List.of());
      List<Expr> conditions = ConditionBinder.conjuncts(join.on());
      if (join.kind() == TableRef.Kind.LEFT) {
        add(join.right(), true, conditions);
      } else {
        add(join.right(), false, List.of());
        filters.addAll(conditions);
      }
      return;
    }
    Source source = source(table, optional);
    checkExposedName(source);
    scope.add(source);
    joined.add(new Joined(source, on));
  }

  private void checkExposedName(Source added) {
    for (Source source : scope.sources()) {
      String alias = source.alias();
      if (alias != null
          && alias.equalsIgnoreCase(added.alias())
          && source.path().equals(added.path())) {
        throw SqlException.of(
            1013,
            16,
            1,
            "The objects \""
                + alias
                + "\" and \""
                + added.alias()
                + "\" in the FROM clause have the same exposed names. Use correlation names to"
                + " distinguish them.");
      }
    }
  }

  private Source source(TableRef table, boolean optional) {
    int offset = scope.width();
    if (table instanceof TableRef.Named named) {
      return named(named, offset, optional);
    }
    if (table instanceof TableRef.VariableTable variable) {
      return new Source(
          context.variables().table(variable.name()),
          variable.alias(),
          List.of(),
          offset,
          optional);
    }
    if (table instanceof TableRef.Function function) {
      ExpressionBinder binder =
          new ExpressionBinder(context, library, new Scope(scope.outer()), ctes);
      List<Bound> args = function.args().stream().map(binder::bind).toList();
      Relation relation = library.tableFunction(context, function.name(), args);
      String alias = function.alias() == null ? function.name().name() : function.alias();
      return new Source(relation, alias, List.of(), offset, optional);
    }
    if (table instanceof TableRef.Derived derived) {
      QueryPlan plan = new QueryBinder(context, library).bind(derived.query(), scope.outer(), ctes);
      return new Source(
          new QueryRelation(plan, derived.columns(), derived.alias()),
          derived.alias(),
          List.of(),
          offset,
          optional);
    }
    return values((TableRef.ValueRows) table, offset, optional);
  }

  private Source named(TableRef.Named named, int offset, boolean optional) {
    String name = named.name().name();
    CommonTables.Entry cte = named.name().schema() == null ? ctes.find(name) : null;
    String alias = named.alias() == null ? name : named.alias();
    if (cte != null) {
      Query query = cte.cte().query();
      QueryPlan plan = new QueryBinder(context, library).bind(query, null, cte.visible());
      Relation relation = new QueryRelation(plan, cte.cte().columns(), name);
      return new Source(relation, alias, List.of(), offset, optional);
    }
    Relation relation = library.relation(context, named.name(), named.hints());
    return new Source(
        relation, alias, named.alias() == null ? path(named) : List.of(), offset, optional);
  }

  private static List<String> path(TableRef.Named named) {
    List<String> path = new ArrayList<>();
    String database = named.name().database();
    String schema = named.name().schema();
    if (database != null) {
      path.add(database);
    }
    path.add(schema == null ? "dbo" : schema);
    return path;
  }

  private Source values(TableRef.ValueRows values, int offset, boolean optional) {
    ExpressionBinder binder =
        new ExpressionBinder(context, library, new Scope(scope.outer()), ctes);
    ValuesRelation relation = ValuesRelation.bind(values, binder);
    return new Source(relation, values.alias(), List.of(), offset, optional);
  }

  /** A query as a relation, its columns renamed if names are given. */
  record QueryRelation(QueryPlan plan, List<Column> columns) implements Relation {

    QueryRelation(QueryPlan plan, List<String> names, String alias) {
      this(plan, renamed(plan, names, alias));
    }

    private static List<Column> renamed(QueryPlan plan, List<String> names, String alias) {
      if (!names.isEmpty() && names.size() != plan.columns().size()) {
        throw SqlException.of(
            8158,
            16,
            1,
            "'" + alias + "' has more columns than were specified in the column list.");
      }
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < plan.columns().size(); i++) {
        Column column = plan.columns().get(i);
        String name = names.isEmpty() ? column.name() : names.get(i);
        if (name.isEmpty()) {
          throw SqlException.of(
              8155,
              16,
              2,
              "No column name was specified for column " + (i + 1) + " of '" + alias + "'.");
        }
        columns.add(new Column(name, column.type(), column.nullable(), column.identity()));
      }
      return columns;
    }

    @Override
    public io.strandline.lab.store.RowCursor scan(
        io.strandline.lab.store.Seek seek, boolean reverse, @Nullable Frame outer) {
      return plan.open(outer);
    }
  }
}
