package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Arithmetic;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binds scalar expressions in a scope. */
public final class ExpressionBinder {

  private final StatementContext context;
  private final Library library;
  private final Scope scope;
  private final CommonTables ctes;
  private final ConditionBinder conditions;
  private final Map<Expr, Bound> replacements = new HashMap<>();

  ExpressionBinder(StatementContext context, Library library, Scope scope, CommonTables ctes) {
    this.context = context;
    this.library = library;
    this.scope = scope;
    this.ctes = ctes;
    this.conditions = new ConditionBinder(this);
  }

  /** A binder for expressions outside any query. */
  public static ExpressionBinder standalone(StatementContext context, Library library) {
    return new ExpressionBinder(context, library, new Scope(null), CommonTables.NONE);
  }

  Scope scope() {
    return scope;
  }

  /**
   * From now on {@code expr} is what {@code bound} computes: an aggregate, a window, a group key.
   */
  void replace(Expr expr, Bound bound) {
    replacements.put(expr, bound);
  }

  /** Binds a condition. */
  public Bound.Test condition(Expr expr) {
    return conditions.bind(expr);
  }

  /** A query inside the expression. */
  QueryPlan subquery(io.strandline.lab.sql.ast.Query query) {
    return new QueryBinder(context, library).bind(OrderRules.inner(query), scope, ctes);
  }

  /** Binds a scalar expression. */
  public Bound bind(Expr expr) {
    Bound replaced = replacements.get(expr);
    if (replaced != null) {
      return replaced;
    }
    if (expr instanceof Expr.Literal literal) {
      Object value = literal.value();
      return new Bound(literal.type(), value == null, frame -> value, true);
    }
    if (expr instanceof Expr.ColumnRef ref) {
      return column(ref);
    }
    if (expr instanceof Expr.Variable variable) {
      Variables.Variable slot = context.variables().get(variable.name());
      return Bound.of(slot.type(), frame -> slot.value());
    }
    if (expr instanceof Expr.Binary binary) {
      return binary(binary);
    }
    if (expr instanceof Expr.Unary unary) {
      return unary(unary);
    }
    return compound(expr);
  }

  private Bound compound(Expr expr) {
    if (expr instanceof Expr.Call call) {
      return call(call);
    }
    if (expr instanceof Expr.Cast cast) {
      return cast(cast);
    }
    if (expr instanceof Expr.Case choice) {
      return new CaseBinder(this).bind(choice);
    }
    if (expr instanceof Expr.Subquery subquery) {
      return scalar(single(subquery(subquery.query())));
    }
    if (expr instanceof Expr.Collate collate) {
      return collated(bind(collate.operand()));
    }
    if (expr instanceof Expr.AtTimeZone at) {
      return ZoneShift.bind(bind(at.operand()), bind(at.zone()));
    }
    if (expr instanceof Expr.Global global) {
      Expr.Call call = new Expr.Call(List.of(), global.name(), List.of(), false, null);
      return library.function(new FunctionCall(context, call, this));
    }
    throw SqlErrors.syntax(expr instanceof Expr.Star ? "*" : "expression");
  }

  private Bound call(Expr.Call call) {
    if (call.over() != null) {
      throw SqlException.of(
          4108, 15, 1, "Windowed functions can only appear in the SELECT or ORDER BY clauses.");
    }
    if (Aggregates.isAggregate(call)) {
      throw SqlException.of(
          147,
          15,
          1,
          "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in"
              + " a HAVING clause or a select list, and the column being aggregated is an outer"
              + " reference.");
    }
    return library.function(new FunctionCall(context, call, this));
  }

  /** The lab has one collation, so that COLLATE only asks for text. */
  private static Bound collated(Bound operand) {
    if (!Types.isString(operand.type())) {
      throw SqlException.of(
          447,
          16,
          0,
          "Expression type " + Types.name(operand.type()) + " is invalid for COLLATE clause.");
    }
    return operand;
  }

  private Bound column(Expr.ColumnRef ref) {
    Scope.Found found = scope.resolve(ref);
    if (Types.isDeclaredOnly(found.column().type())) {
      throw SqlErrors.notEmulated(
          "Column '" + ref.name() + "' of type " + Types.name(found.column().type()));
    }
    int index = found.index();
    int depth = found.depth();
    Bound.Eval eval = depth == 0 ? frame -> frame.row[index] : frame -> frame.out(depth).row[index];
    return new Bound(
        found.column().type(), found.column().nullable() || found.optional(), eval, false);
  }

  /** A query that stands for a value or a list of values. */
  static QueryPlan single(QueryPlan plan) {
    if (plan.columns().size() != 1) {
      throw SqlException.of(
          116,
          16,
          1,
          "Only one expression can be specified in the select list when the subquery is not"
              + " introduced with EXISTS.");
    }
    return plan;
  }

  private static Bound scalar(QueryPlan plan) {
    return Bound.of(
        plan.columns().get(0).type(),
        frame -> {
          var rows = plan.open(frame);
          @Nullable Object @Nullable [] first = rows.next();
          if (first == null) {
            return null;
          }
          if (rows.next() != null) {
            throw SqlErrors.subqueryRows();
          }
          return first[0];
        });
  }

  private Bound unary(Expr.Unary unary) {
    Bound operand = bind(unary.operand());
    SqlType type = operand.type();
    if (unary.op().equals("~")) {
      if (!Types.isInteger(type)) {
        throw SqlErrors.badOperand(type, type, "'~'");
      }
      return Bound.of(type, frame -> complement(operand.eval(frame)));
    }
    Bound zero = new Bound(Types.INT, false, frame -> 0, true);
    return arithmetic("-", zero, operand, type);
  }

  private static @Nullable Object complement(@Nullable Object value) {
    if (value instanceof Boolean bit) {
      return !bit;
    }
    if (value instanceof Long number) {
      return ~number;
    }
    return value == null ? null : (Object) ~(Integer) value;
  }

  private Bound binary(Expr.Binary binary) {
    Bound left = bind(binary.left());
    Bound right = bind(binary.right());
    String op = binary.op();
    boolean text = Types.isString(left.type()) || Types.isString(right.type());
    boolean bothText =
        text
            && (Types.isString(left.type()) || left.type().equals(Types.UNTYPED_NULL))
            && (Types.isString(right.type()) || right.type().equals(Types.UNTYPED_NULL));
    if (op.equals("+") && bothText) {
      return Concatenation.bind(left, right);
    }
    if (op.equals("+") && Types.isBinary(left.type()) && Types.isBinary(right.type())) {
      return Concatenation.bindBinary(left, right);
    }
    return arithmetic(op, left, right, null);
  }

  private static Bound arithmetic(
      String op, Bound left, Bound right, @Nullable SqlType resultType) {
    SqlType leftType = exactType(left, right);
    SqlType rightType = exactType(right, left);
    SqlType type = resultType != null ? resultType : Arithmetic.resultType(op, leftType, rightType);
    boolean bits = "&|^".contains(op);
    if (Types.isTemporal(type) && type.kind() == SqlType.Kind.DATETIME && "+-".contains(op)) {
      return Concatenation.bindDatetime(op, left, right);
    }
    if (Types.isString(type) && !bits) {
      throw SqlErrors.badOperand(left.type(), right.type(), operatorName(op));
    }
    if (!Types.isNumeric(type) || bits && !Types.isInteger(type)) {
      throw SqlErrors.badOperand(left.type(), right.type(), operatorName(op));
    }
    SqlType computed = type.kind() == SqlType.Kind.BIT ? Types.INT : type;
    Bound a = left.as(Arithmetic.operandType(computed, leftType));
    Bound b = right.as(Arithmetic.operandType(computed, rightType));
    return new Bound(
        computed,
        left.nullable() || right.nullable(),
        frame -> Arithmetic.apply(op, a.eval(frame), b.eval(frame), computed),
        false);
  }

  /** A whole-number constant beside a decimal has only the digits it is written with. */
  private static SqlType exactType(Bound bound, Bound other) {
    if (bound.literal()
        && other.type().kind() == SqlType.Kind.DECIMAL
        && bound.eval(new Frame(null)) instanceof Integer number) {
      return SqlType.decimal(String.valueOf(Math.abs((long) number)).length(), 0);
    }
    return bound.type();
  }

  private static String operatorName(String op) {
    return switch (op) {
      case "+" -> "add";
      case "-" -> "subtract";
      case "*" -> "multiply";
      case "/" -> "divide";
      case "%" -> "modulo";
      default -> "'" + op + "'";
    };
  }

  private Bound cast(Expr.Cast cast) {
    Bound operand = bind(cast.operand());
    Coercion.check(operand.type(), cast.type(), true);
    Bound style = cast.style() == null ? null : bind(cast.style()).as(Types.INT);
    SqlType from = operand.type();
    SqlType to = cast.type();
    boolean lenient = cast.lenient();
    Bound.Eval eval =
        frame -> {
          Object value = operand.eval(frame);
          Object styleValue = style == null ? Integer.valueOf(0) : style.eval(frame);
          boolean written = style != null && Types.isTemporal(from);
          if (written && Integer.valueOf(0).equals(styleValue)) {
            // Left out it is 121 for the newer types; written it is this one for all.
            styleValue = 100;
          }
          if (value == null || styleValue == null) {
            return null;
          }
          try {
            return Coercion.convert(value, from, to, (Integer) styleValue);
          } catch (SqlException e) {
            if (lenient) {
              return null;
            }
            throw e;
          }
        };
    return new Bound(to, operand.nullable() || lenient, eval, false);
  }
}
