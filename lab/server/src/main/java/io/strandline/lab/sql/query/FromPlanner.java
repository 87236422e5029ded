package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.ast.TableRef.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a FROM clause into the sources of a scope and their conditions.
 *
 * <p>Inner joins, left joins of one table and APPLY become a list that is read from left to right.
 * Any other join becomes one entry of that list, computed as a {@link JoinTree}.
 */
final class FromPlanner {

  /**
   * An entry of the list.
   *
   * @param on the ON conditions, if it is the optional side of an outer join
   * @param first position among the scope's sources of the first that it covers
   * @param last likewise of the last
   * @param lateral whether it sees the row before it
   */
  record Joined(Source source, List<Expr> on, int first, int last, boolean lateral) {

    /** A single source at the head of the list. */
    static Joined only(Source source) {
      return new Joined(source, List.of(), 0, 0, false);
    }

    /** Whether it is one table, whose columns can be sought. */
    boolean isSingle() {
      return first == last && !lateral && !(source.relation() instanceof JoinTree);
    }
  }

  /** A table of the FROM clause that is read in another way than by its name. */
  record Substitute(TableRef.Named table, Relation relation) {}

  private final StatementContext context;
  private final Library library;
  private final CommonTables ctes;
  private final Scope scope;
  private final ExpressionBinder binder;
  private final @Nullable Substitute substitute;
  private final List<Joined> joined = new ArrayList<>();
  private final List<Expr> filters = new ArrayList<>();

  FromPlanner(
      StatementContext context,
      Library library,
      CommonTables ctes,
      Scope scope,
      ExpressionBinder binder) {
    this(context, library, ctes, scope, binder, null);
  }

  FromPlanner(
      StatementContext context,
      Library library,
      CommonTables ctes,
      Scope scope,
      ExpressionBinder binder,
      @Nullable Substitute substitute) {
    this.context = context;
    this.library = library;
    this.ctes = ctes;
    this.scope = scope;
    this.binder = binder;
    this.substitute = substitute;
  }

  List<Joined> joined() {
    return joined;
  }

  /** The conditions of inner joins, which are as good as those of WHERE. */
  List<Expr> filters() {
    return filters;
  }

  void add(TableRef table) {
    if (!(table instanceof TableRef.Join join)) {
      addOne(table, false, List.of(), false);
      return;
    }
    List<Expr> conditions = ConditionBinder.conjuncts(join.on());
    switch (join.kind()) {
      case RIGHT, FULL -> addTree(join, false, List.of());
      case CROSS, INNER -> {
        add(join.left());
        add(join.right());
        filters.addAll(conditions);
      }
      case LEFT -> {
        add(join.left());
        if (join.right() instanceof TableRef.Join right) {
          addTree(right, true, conditions);
        } else {
          addOne(join.right(), true, conditions, false);
        }
      }
      case CROSS_APPLY, OUTER_APPLY -> {
        add(join.left());
        addOne(join.right(), join.kind() == Kind.OUTER_APPLY, List.of(), true);
      }
    }
  }

  private void addOne(TableRef table, boolean optional, List<Expr> on, boolean lateral) {
    int position = scope.sources().size();
    Source source = place(table, optional, lateral);
    joined.add(new Joined(source, on, position, position, lateral));
  }

  private void addTree(TableRef.Join join, boolean optional, List<Expr> on) {
    int first = scope.sources().size();
    int offset = scope.width();
    JoinTree tree = new JoinTree(node(join, optional), offset, scope.width());
    List<Source> parts = scope.sources().subList(first, scope.sources().size());
    Source whole = new Source(tree.over(parts), null, List.of(), offset, optional);
    joined.add(new Joined(whole, on, first, scope.sources().size() - 1, false));
  }

  private JoinTree.Node node(TableRef table, boolean optional) {
    if (!(table instanceof TableRef.Join join)) {
      return new JoinTree.Leaf(place(table, optional, false), false);
    }
    int from = scope.width();
    Kind kind = join.kind();
    JoinTree.Node left = node(join.left(), optional || kind == Kind.RIGHT || kind == Kind.FULL);
    boolean applied = kind == Kind.CROSS_APPLY || kind == Kind.OUTER_APPLY;
    boolean rightOptional =
        optional || kind == Kind.LEFT || kind == Kind.FULL || kind == Kind.OUTER_APPLY;
    JoinTree.Node right =
        applied
            ? new JoinTree.Leaf(place(join.right(), rightOptional, true), true)
            : node(join.right(), rightOptional);
    List<Bound.Test> on = new ArrayList<>();
    for (Expr condition : ConditionBinder.conjuncts(join.on())) {
      requireWithin(condition, from);
      on.add(binder.condition(condition));
    }
    return new JoinTree.Pair(kind, left, right, on);
  }

  /** An ON condition sees only the tables of its own join (error 4104). */
  private void requireWithin(Expr expr, int from) {
    if (expr instanceof Expr.ColumnRef ref) {
      Scope.Found found = scope.resolve(ref);
      if (found.depth() == 0 && found.index() < from) {
        throw io.strandline.lab.sql.type.SqlErrors.unboundIdentifier(
            String.join(".", ref.qualifier()) + "." + ref.name());
      }
    }
    Expressions.children(expr).forEach(child -> requireWithin(child, from));
  }

  private Source place(TableRef table, boolean optional, boolean lateral) {
    Source source = source(table, optional, lateral ? scope : scope.outer());
    checkExposedName(source);
    scope.add(source);
    return source;
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

  /** The source that a table is; queries and arguments inside see {@code around}. */
  private Source source(TableRef table, boolean optional, @Nullable Scope around) {
    int offset = scope.width();
    if (table instanceof TableRef.Named named) {
      return named(named, offset, optional);
    }
    if (table instanceof TableRef.VariableTable variable) {
      return new Source(
          context.variables().table(variable.name()),
          variable.alias() == null ? variable.name() : variable.alias(),
          List.of(),
          offset,
          optional);
    }
    if (table instanceof TableRef.Function function) {
      ExpressionBinder arguments = new ExpressionBinder(context, library, new Scope(around), ctes);
      List<Bound> args = function.args().stream().map(arguments::bind).toList();
      Relation relation = library.tableFunction(context, function.name(), args);
      String alias = function.alias() == null ? function.name().name() : function.alias();
      return new Source(relation, alias, List.of(), offset, optional);
    }
    if (table instanceof TableRef.Derived derived) {
      Query query = OrderRules.inner(derived.query());
      QueryPlan plan = new QueryBinder(context, library).bind(query, around, ctes);
      return new Source(
          new QueryRelation(plan, derived.columns(), derived.alias()),
          derived.alias(),
          List.of(),
          offset,
          optional);
    }
    return values((TableRef.ValueRows) table, offset, optional, around);
  }

  private Source named(TableRef.Named named, int offset, boolean optional) {
    String name = named.name().name();
    String alias = named.alias() == null ? name : named.alias();
    CommonTables.Entry cte = named.name().schema() == null ? ctes.find(name) : null;
    if (substitute != null && substitute.table() == named) {
      return new Source(substitute.relation(), alias, path(named), offset, optional);
    }
    if (cte != null && cte.visible() != null) {
      Query query = OrderRules.inner(cte.cte().query());
      QueryPlan plan = new QueryBinder(context, library).bind(query, null, cte.visible());
      Relation relation = new QueryRelation(plan, cte.cte().columns(), name);
      return new Source(relation, alias, List.of(), offset, optional);
    }
    Relation relation = library.relation(context, named.name(), named.hints());
    return new Source(relation, alias, path(named), offset, optional);
  }

  private static List<String> path(TableRef.Named named) {
    List<String> path = new ArrayList<>();
    if (named.alias() != null) {
      return path;
    }
    String database = named.name().database();
    String schema = named.name().schema();
    if (database != null) {
      path.add(database);
    }
    path.add(schema == null ? "dbo" : schema);
    return path;
  }

  private Source values(
      TableRef.ValueRows values, int offset, boolean optional, @Nullable Scope around) {
    ExpressionBinder cells = new ExpressionBinder(context, library, new Scope(around), ctes);
    ValuesRelation relation = ValuesRelation.bind(values, cells);
    return new Source(relation, values.alias(), List.of(), offset, optional);
  }
}
