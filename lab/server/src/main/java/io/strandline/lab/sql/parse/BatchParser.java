package io.strandline.lab.sql.parse;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Statement.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads a batch's text, or a parameter list, as a whole before anything of it runs. */
public final class BatchParser {

  private BatchParser() {}

  /**
   * Parses a batch.
   *
   * @param builtIns the functions that the emulated version compiles
   * @param parameters names that the text may use without declaring them
   * @throws io.strandline.lab.session.SqlException with SQL Server's number for text outside the
   *     grammar
   */
  public static List<Step> parse(String text, BuiltIns builtIns, Set<String> parameters) {
    return List.copyOf(new Grammar(text, builtIns, parameters).statements.batch());
  }

  /** Parses {@code @a int, @b nvarchar(10) OUTPUT} into types by lower-case name. */
  public static Map<String, SqlType> parameters(String text) {
    Map<String, SqlType> parameters = new LinkedHashMap<>();
    Tokens tokens = new Tokens(text);
    TypeParser types = new TypeParser(tokens);
    while (!tokens.atEnd()) {
      Token name = tokens.next();
      if (name.kind() != Token.Kind.VARIABLE) {
        throw io.strandline.lab.sql.type.SqlErrors.syntax(name.text());
      }
      tokens.accept("AS");
      parameters.put(name.text().toLowerCase(Locale.ROOT), types.type());
      if (!tokens.accept("OUTPUT")) {
        tokens.accept("OUT");
      }
      if (!tokens.acceptSymbol(",") && !tokens.atEnd()) {
        throw tokens.unexpected();
      }
    }
    return parameters;
  }
}
