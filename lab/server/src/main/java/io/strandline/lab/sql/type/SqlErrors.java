package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * SQL Server's errors with their documented numbers, severities and texts.
 *
 * <p>States are general knowledge: SQL Server does not document them.
 */
public final class SqlErrors {

  private SqlErrors() {}

  private static SqlException of(int number, int severity, int state, String text) {
    return SqlException.of(number, severity, state, text);
  }

  // Compilation

  public static SqlException syntax(String near) {
    return of(102, 15, 1, "Incorrect syntax near '" + near + "'.");
  }

  public static SqlException keyword(String near) {
    return of(156, 15, 1, "Incorrect syntax near the keyword '" + near + "'.");
  }

  public static SqlException unclosedQuote(String text) {
    return of(105, 15, 1, "Unclosed quotation mark after the character string '" + text + "'.");
  }

  public static SqlException undeclaredVariable(String name) {
    return of(137, 15, 2, "Must declare the scalar variable \"" + name + "\".");
  }

  public static SqlException undeclaredTableVariable(String name) {
    return of(1087, 15, 2, "Must declare the table variable \"" + name + "\".");
  }

  public static SqlException duplicateVariable(String name) {
    return of(
        134,
        15,
        2,
        "The variable name '"
            + name
            + "' has already been declared. Variable names must be unique within a query batch or"
            + " stored procedure.");
  }

  public static SqlException unknownFunction(String name) {
    return of(195, 15, 10, "'" + name + "' is not a recognized built-in function name.");
  }

  public static SqlException argumentCount(String name, int count) {
    return of(174, 15, 1, "The " + name + " function requires " + count + " argument(s).");
  }

  public static SqlException notBoolean(String near) {
    return of(
        4145,
        15,
        1,
        "An expression of non-boolean type specified in a context where a condition is expected,"
            + " near '"
            + near
            + "'.");
  }

  public static SqlException datePart(String part, String function) {
    return of(155, 15, 1, "'" + part + "' is not a recognized " + function + " option.");
  }

  public static SqlException unknownType(String name) {
    return of(243, 16, 1, "Type " + name + " is not a defined system type.");
  }

  public static SqlException invalidCollation(String name) {
    return of(448, 16, 3, "Invalid collation '" + name + "'.");
  }

  public static SqlException throwOutsideCatch() {
    return of(
        10704,
        15,
        1,
        "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW"
            + " statement inside a CATCH block, or add error parameters to the THROW statement.");
  }

  /** The lab has no cascading actions, so it refuses them all as SQL Server refuses some. */
  public static SqlException cascadingForeignKey(String name) {
    return of(
        1785,
        16,
        0,
        "Introducing FOREIGN KEY constraint '"
            + name
            + "' may cause cycles or multiple cascade paths. Specify ON DELETE NO ACTION or ON"
            + " UPDATE NO ACTION, or modify other FOREIGN KEY constraints.");
  }

  // Names

  public static SqlException columnTwice(String name) {
    return of(
        264,
        16,
        1,
        "The column name '"
            + name
            + "' is specified more than once in the SET clause or column list of an INSERT. A column"
            + " cannot be assigned more than one value in the same clause. Modify the clause to make"
            + " sure that a column is updated only once. If this statement updates or inserts columns"
            + " into a view, column aliasing can conceal the duplication in your code.");
  }

  public static SqlException invalidColumn(String name) {
    return of(207, 16, 1, "Invalid column name '" + name + "'.");
  }

  public static SqlException ambiguousColumn(String name) {
    return of(209, 16, 1, "Ambiguous column name '" + name + "'.");
  }

  public static SqlException unboundIdentifier(String name) {
    return of(4104, 16, 1, "The multi-part identifier \"" + name + "\" could not be bound.");
  }

  public static SqlException invalidObject(String name) {
    return of(208, 16, 1, "Invalid object name '" + name + "'.");
  }

  public static SqlException unknownQualifiedFunction(String schema, String name) {
    return of(
        4121,
        16,
        1,
        "Cannot find either column \""
            + schema
            + "\" or the user-defined function or aggregate \""
            + name
            + "\", or the name is ambiguous.");
  }

  public static SqlException unknownProcedure(String name) {
    return of(2812, 16, 62, "Could not find stored procedure '" + name + "'.");
  }

  public static SqlException unknownDatabase(String name) {
    return of(
        911,
        16,
        1,
        "Database '" + name + "' does not exist. Make sure that the name is entered correctly.");
  }

  public static SqlException objectExists(String name) {
    return of(2714, 16, 6, "There is already an object named '" + name + "' in the database.");
  }

  public static SqlException nameTaken(String name, String kind) {
    return of(
        15335,
        11,
        1,
        "Error: The new name '"
            + name
            + "' is already in use as a "
            + kind
            + " name and would cause a duplicate that is not permitted.");
  }

  public static SqlException nullableKey(String table) {
    return of(
        8111,
        16,
        1,
        "Cannot define PRIMARY KEY constraint on nullable column in table '" + table + "'.");
  }

  // Queries

  public static SqlException notGrouped(String column) {
    return of(
        8120,
        16,
        1,
        "Column '"
            + column
            + "' is invalid in the select list because it is not contained in either an aggregate"
            + " function or the GROUP BY clause.");
  }

  public static SqlException subqueryRows() {
    return of(
        512,
        16,
        1,
        "Subquery returned more than 1 value. This is not permitted when the subquery follows =,"
            + " !=, <, <= , >, >= or when the subquery is used as an expression.");
  }

  public static SqlException setOperatorColumns() {
    return of(
        205,
        16,
        1,
        "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal"
            + " number of expressions in their target lists.");
  }

  // Values

  public static SqlException divideByZero() {
    return of(8134, 16, 1, "Divide by zero error encountered.");
  }

  public static SqlException overflow(String what, SqlType target) {
    boolean decimal = target.kind() == SqlType.Kind.DECIMAL;
    return of(
        8115,
        16,
        decimal ? 8 : 2,
        "Arithmetic overflow error converting "
            + what
            + " to data type "
            + Types.errorName(target)
            + ".");
  }

  public static SqlException smallOverflow(SqlType target, String value) {
    return of(
        220,
        16,
        1,
        "Arithmetic overflow error for data type "
            + Types.name(target)
            + ", value = "
            + value
            + ".");
  }

  /** A number too great for real; the value in the form of C's {@code %f}. */
  public static SqlException realOverflow(double value) {
    String written =
        new BigDecimal(value)
            .round(new MathContext(17))
            .setScale(6, RoundingMode.HALF_UP)
            .toPlainString();
    return of(232, 16, 3, "Arithmetic overflow error for type real, value = " + written + ".");
  }

  public static SqlException floatRange(String literal) {
    return of(
        168,
        15,
        1,
        "The floating point value '"
            + literal
            + "' is out of the range of computer representation (8 bytes).");
  }

  public static SqlException stringToInt(SqlType from, String value, SqlType target) {
    return of(
        245,
        16,
        1,
        "Conversion failed when converting the "
            + Types.name(from)
            + " value '"
            + value
            + "' to data type "
            + Types.name(target)
            + ".");
  }

  public static SqlException conversion(SqlType from, SqlType target) {
    return of(
        8114,
        16,
        5,
        "Error converting data type "
            + Types.errorName(from)
            + " to "
            + Types.errorName(target)
            + ".");
  }

  public static SqlException dateConversion() {
    return of(
        241, 16, 1, "Conversion failed when converting date and/or time from character string.");
  }

  public static SqlException dateRange(SqlType from, SqlType target) {
    return of(
        242,
        16,
        3,
        "The conversion of a "
            + Types.name(from)
            + " data type to a "
            + Types.name(target)
            + " data type resulted in an out-of-range value.");
  }

  public static SqlException dateOverflow(SqlType type) {
    return of(
        517, 16, 1, "Adding a value to a '" + Types.name(type) + "' column caused an overflow.");
  }

  /** What the lab does not do; SQL Server's hosted editions refuse what they lack by 40510. */
  public static SqlException notEmulated(String what) {
    return of(40510, 16, 1, what + " is not emulated by the lab.");
  }

  public static SqlException guidConversion() {
    return of(
        8169,
        16,
        2,
        "Conversion failed when converting from a character string to uniqueidentifier.");
  }

  public static SqlException implicitConversion(SqlType from, SqlType target) {
    return of(
        257,
        16,
        3,
        "Implicit conversion from data type "
            + Types.errorName(from)
            + " to "
            + Types.errorName(target)
            + " is not allowed. Use the CONVERT function to run this query.");
  }

  public static SqlException explicitConversion(SqlType from, SqlType target) {
    return of(
        529,
        16,
        2,
        "Explicit conversion from data type "
            + Types.errorName(from)
            + " to "
            + Types.errorName(target)
            + " is not allowed.");
  }

  public static SqlException typeClash(SqlType left, SqlType right) {
    return of(
        206,
        16,
        2,
        "Operand type clash: "
            + Types.errorName(left)
            + " is incompatible with "
            + Types.errorName(right));
  }

  public static SqlException badOperand(SqlType left, SqlType right, String operator) {
    return of(
        402,
        16,
        1,
        "The data types "
            + Types.errorName(left)
            + " and "
            + Types.errorName(right)
            + " are incompatible in the "
            + operator
            + " operator.");
  }

  public static SqlException style(int style, SqlType from, String target) {
    return of(
        281,
        16,
        1,
        style
            + " is not a valid style number when converting from "
            + Types.name(from)
            + " to "
            + target
            + ".");
  }
}
