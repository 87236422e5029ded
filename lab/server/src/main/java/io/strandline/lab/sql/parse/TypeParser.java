package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads data types: {@code decimal(9, 2)}, {@code nvarchar(max)}, {@code sysname}. */
final class TypeParser {

  private static final int UNSPECIFIED = -2;

  /** System types with names of their own, beside the kinds. */
  private static final Set<String> SYNONYMS =
      Set.of(
          "sysname", "character", "dec", "numeric", "integer", "timestamp", "double", "national");

  private static final Set<String> KINDS =
      Arrays.stream(Kind.values())
          .map(kind -> kind.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  private final Tokens tokens;

  TypeParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** A type; lengths left out are those of a column or variable (1). */
  SqlType type() {
    return type(1);
  }

  /** A type; {@code defaultLength} is 30 in CAST and CONVERT. */
  SqlType type(int defaultLength) {
    if (tokens.isName() && tokens.peek(1).isSymbol(".")) {
      tokens.next();
      tokens.next();
    }
    Token name = tokens.peek();
    String word = tokens.anyWord().toLowerCase(Locale.ROOT);
    if (word.equals("double") && tokens.accept("precision")) {
      word = "float";
    }
    if (tokens.isWord("varying") && (word.equals("char") || word.equals("nchar"))) {
      tokens.next();
      word = word.equals("char") ? "varchar" : "nvarchar";
    }
    return resolve(name, word, arguments(), defaultLength);
  }

  /** A column's type: a system type, or the name of an alias type. */
  Statement.DeclaredType declared() {
    boolean qualified = tokens.peek(1).isSymbol(".");
    boolean system = !qualified || tokens.peek().is("sys");
    String word = tokens.peek(qualified ? 2 : 0).text().toLowerCase(Locale.ROOT);
    if (system && (KINDS.contains(word) || SYNONYMS.contains(word))) {
      return new Statement.SystemType(type(), word);
    }
    String schema = qualified ? tokens.name() : null;
    if (qualified) {
      tokens.expectSymbol(".");
    }
    ObjectName name = new ObjectName(null, schema, tokens.name());
    return new Statement.AliasName(name, !arguments().isEmpty());
  }

  private List<Integer> arguments() {
    List<Integer> arguments = new ArrayList<>();
    if (!tokens.acceptSymbol("(")) {
      return arguments;
    }
    do {
      if (tokens.accept("max")) {
        arguments.add(SqlType.MAX);
      } else {
        Token number = tokens.next();
        if (number.kind() != Token.Kind.NUMBER || !number.text().matches("\\d{1,5}")) {
          throw SqlErrors.syntax(number.text());
        }
        arguments.add(Integer.valueOf(number.text()));
      }
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
    return arguments;
  }

  private static SqlType resolve(Token name, String word, List<Integer> args, int length) {
    int first = args.isEmpty() ? UNSPECIFIED : args.get(0);
    int size = first == UNSPECIFIED ? length : first;
    return switch (word) {
      case "sysname" -> Types.SYSNAME;
      case "char", "character" -> sized(Kind.CHAR, size, 8000);
      case "varchar" -> sized(Kind.VARCHAR, size, 8000);
      case "nchar" -> sized(Kind.NCHAR, size, 4000);
      case "nvarchar" -> sized(Kind.NVARCHAR, size, 4000);
      case "binary" -> sized(Kind.BINARY, size, 8000);
      case "varbinary" -> sized(Kind.VARBINARY, size, 8000);
      case "decimal", "numeric", "dec" -> decimal(args);
      case "float" -> first != UNSPECIFIED && first <= 24 ? SqlType.of(Kind.REAL) : Types.FLOAT;
      case "time" -> fractional(Kind.TIME, first);
      case "datetime2" -> fractional(Kind.DATETIME2, first);
      case "datetimeoffset" -> fractional(Kind.DATETIMEOFFSET, first);
      case "integer" -> Types.INT;
      case "rowversion", "timestamp" -> SqlType.sized(Kind.ROWVERSION, 8);
      default -> plain(name, word);
    };
  }

  private static SqlType plain(Token name, String word) {
    return switch (word) {
      case "bit", "tinyint", "smallint", "int", "bigint", "real", "money", "smallmoney" ->
          SqlType.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
      case "date", "datetime", "smalldatetime", "text", "ntext", "image", "xml" ->
          SqlType.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
      case "uniqueidentifier" -> Types.GUID;
      case "sql_variant", "hierarchyid", "geography", "geometry" ->
          SqlType.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
      default -> throw Tokens.at(SqlErrors.unknownType(name.text()), name.line());
    };
  }

  private static SqlType sized(Kind kind, int size, int limit) {
    boolean variable = kind == Kind.VARCHAR || kind == Kind.NVARCHAR || kind == Kind.VARBINARY;
    boolean max = size == SqlType.MAX && variable;
    if (!max && (size < 1 || size > limit)) {
      throw io.strandline.lab.session.SqlException.of(
          131,
          15,
          2,
          "The size ("
              + size
              + ") given to the type '"
              + kind.name().toLowerCase(Locale.ROOT)
              + "' exceeds the maximum allowed for any data type ("
              + limit
              + ").");
    }
    return SqlType.sized(kind, size);
  }

  private static SqlType decimal(List<Integer> args) {
    int precision = args.isEmpty() ? 18 : args.get(0);
    int scale = args.size() < 2 ? 0 : args.get(1);
    if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
      throw io.strandline.lab.session.SqlException.of(
          1001, 15, 1, "Line 1: Length or precision specification " + precision + " is invalid.");
    }
    return SqlType.decimal(precision, scale);
  }

  private static SqlType fractional(Kind kind, int digits) {
    int scale = digits == UNSPECIFIED ? 7 : digits;
    if (scale < 0 || scale > 7) {
      throw io.strandline.lab.session.SqlException.of(
          1002, 16, 1, "Line 1: Specified scale " + scale + " is invalid.");
    }
    return SqlType.fractional(kind, scale);
  }
}
