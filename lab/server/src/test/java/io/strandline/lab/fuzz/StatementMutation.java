package io.strandline.lab.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Damages statements, each by its seed. */
final class StatementMutation {

  private static final Pattern TOKEN =
      Pattern.compile("\\s+|[@#\\w]+|'[^']*'|0x[0-9a-fA-F]+|\\[[^\\]]*\\]|.", Pattern.DOTALL);

  private static final String[] EXTREMES = {
    "NULL",
    "-1",
    "0",
    "2147483648",
    "9223372036854775807",
    "99999999999999999999999999999999999999",
    "1e308",
    "1e400",
    "0.0000000000000000000000000000000000001",
    "0x",
    "0xFFFFFFFFFFFFFFFFFFFF",
    "''",
    "N'\u00e9\ud83d\ude00'",
    "'9999-12-31'",
    "CAST(NULL AS nvarchar(max))",
    "REPLICATE(N'x', 9000)",
    "(SELECT 1)",
    "(SELECT NULL WHERE 1 = 0)",
    "@missing",
    "GETDATE()",
    "DEFAULT",
    "*"
  };

  private static final String[] KEYWORDS = {
    "SELECT",
    "FROM",
    "WHERE",
    "AND",
    "NOT",
    "IN",
    "(",
    ")",
    ",",
    ";",
    "=",
    "CASE",
    "END",
    "BEGIN",
    "TOP",
    "UNION ALL",
    "ORDER BY",
    "GROUP BY",
    "OVER",
    "AS",
    "ON",
    "JOIN",
    "EXEC",
    "DECLARE",
    "SET",
    "IF",
    "ELSE",
    "INSERT INTO",
    "VALUES",
    "UPDATE",
    "DELETE",
    "N'",
    "'",
    "[",
    "--",
    "/*",
    "."
  };

  private final SplittableRandom random;
  private final List<String> corpus;

  StatementMutation(long seed, List<String> corpus) {
    this.random = new SplittableRandom(seed);
    this.corpus = corpus;
  }

  /** A damaged statement of the corpus. */
  String next() {
    List<String> tokens = tokens(any());
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      damage(tokens);
    }
    String text = String.join("", tokens);
    return random.nextInt(20) == 0 ? nested(text) : text;
  }

  private String any() {
    return corpus.get(random.nextInt(corpus.size()));
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  private void damage(List<String> tokens) {
    if (tokens.isEmpty()) {
      tokens.add("SELECT 1");
    }
    int at = random.nextInt(tokens.size());
    switch (random.nextInt(9)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
      case 2 -> tokens.set(at, tokens.get(random.nextInt(tokens.size())));
      case 3 -> tokens.set(at, EXTREMES[random.nextInt(EXTREMES.length)]);
      case 4 -> tokens.add(at, " " + KEYWORDS[random.nextInt(KEYWORDS.length)] + " ");
      case 5 -> tokens.subList(at, tokens.size()).clear();
      case 6 -> splice(tokens, at);
      case 7 -> tokens.add(at, " " + EXTREMES[random.nextInt(EXTREMES.length)] + " ");
      default -> tokens.set(at, scratched(tokens.get(at)));
    }
  }

  private void splice(List<String> tokens, int at) {
    List<String> other = tokens(any());
    tokens.subList(at, tokens.size()).clear();
    tokens.addAll(other.subList(random.nextInt(other.size()), other.size()));
  }

  private String scratched(String token) {
    int at = random.nextInt(token.length());
    char other =
        (char) (random.nextInt(10) == 0 ? random.nextInt(0x10000) : 32 + random.nextInt(95));
    return token.substring(0, at) + other + token.substring(at + 1);
  }

  private String nested(String text) {
    int depth = 1 + random.nextInt(3_000);
    return switch (random.nextInt(3)) {
      case 0 -> "SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth);
      case 1 -> "SELECT " + "1 + ".repeat(depth) + "1";
      default -> "BEGIN ".repeat(depth) + text + " END".repeat(depth);
    };
  }
}
