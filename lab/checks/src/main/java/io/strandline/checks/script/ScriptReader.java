package io.strandline.checks.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a script into batches at {@code GO} and replaces {@code $(name)}.
 *
 * <p>Known of {@code sqlcmd} (documented): {@code GO [count]}, {@code :setvar}, {@code :on error
 * exit|ignore}; {@code :setvar} goes before the variables that are given; names have no case.
 * {@code GO} and commands count only on a line of their own and outside of quotes and comments;
 * variables are replaced in quotes too, but not in comments. Any other command is refused.
 */
final class ScriptReader {

  private static final Pattern GO =
      Pattern.compile("\\s*GO(?:\\s+(\\d{1,9}))?\\s*(?:--.*)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern GO_WITH_MORE =
      Pattern.compile("\\s*GO(?:\\s*;|\\s+[^=\\s]).*", Pattern.CASE_INSENSITIVE);
  private static final Pattern COMMAND = Pattern.compile("\\s*(?::|!!).*");
  private static final Pattern SET_VARIABLE =
      Pattern.compile(
          "\\s*:setvar\\s+([^\\s\"']+)(?:\\s+(?:\"((?:[^\"]|\"\")*)\"|([^\\s\"]+)))?\\s*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ON_ERROR =
      Pattern.compile("\\s*:on\\s+error\\s+(exit|ignore)\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern VARIABLE = Pattern.compile("\\$\\(([^)\\s\"']+)\\)");
  private static final int MOST_TIMES = 1_000;

  private enum State {
    CODE,
    STRING,
    QUOTED,
    BRACKETS,
    COMMENT
  }

  private final Map<String, String> variables = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<SqlScript.Batch> batches = new ArrayList<>();
  private final StringBuilder batch = new StringBuilder();
  private State state = State.CODE;
  private int depth;
  private int firstLine = 1;
  private boolean stopOnError;

  ScriptReader(Map<String, String> variables) {
    this.variables.putAll(variables);
  }

  List<SqlScript.Batch> read(String text) {
    int number = 0;
    for (String line : text.split("\r\n|\n|\r", -1)) {
      number++;
      if (state != State.CODE || !command(line, number)) {
        if (batch.isEmpty()) {
          firstLine = number;
        }
        append(line, number);
        batch.append('\n');
      }
    }
    if (state != State.CODE) {
      throw new ScriptException(number, "a quote or comment is not closed");
    }
    end(1);
    return batches;
  }

  private boolean command(String line, int number) {
    Matcher go = GO.matcher(line);
    if (go.matches()) {
      int count = go.group(1) == null ? 1 : Integer.parseInt(go.group(1));
      if (count < 1 || count > MOST_TIMES) {
        throw new ScriptException(number, "GO takes 1 to " + MOST_TIMES + " times");
      }
      end(count);
      return true;
    }
    if (GO_WITH_MORE.matcher(line).matches()) {
      throw new ScriptException(number, "GO stands with more than a count: " + line.strip());
    }
    if (!COMMAND.matcher(line).matches()) {
      return false;
    }
    Matcher set = SET_VARIABLE.matcher(line);
    Matcher error = ON_ERROR.matcher(line);
    if (set.matches()) {
      setVariable(set);
    } else if (error.matches()) {
      stopOnError = error.group(1).toLowerCase(Locale.ROOT).equals("exit");
    } else {
      throw new ScriptException(number, "unknown command: " + line.strip());
    }
    return true;
  }

  private void setVariable(Matcher set) {
    String quoted = set.group(2);
    String value = quoted == null ? set.group(3) : quoted.replace("\"\"", "\"");
    if (value == null) {
      variables.remove(set.group(1));
    } else {
      variables.put(set.group(1), value);
    }
  }

  private void end(int count) {
    if (!batch.toString().isBlank()) {
      batches.add(new SqlScript.Batch(batch.toString(), firstLine, count, stopOnError));
    }
    batch.setLength(0);
  }

  private void append(String line, int number) {
    int i = 0;
    while (i < line.length()) {
      if (state == State.CODE && line.startsWith("--", i)) {
        batch.append(line, i, line.length());
        return;
      }
      Matcher variable = VARIABLE.matcher(line).region(i, line.length());
      if (state != State.COMMENT && variable.lookingAt()) {
        batch.append(value(variable.group(1), number));
        i = variable.end();
      } else {
        int length = step(line, i);
        batch.append(line, i, i + length);
        i += length;
      }
    }
  }

  private String value(String name, int number) {
    String value = variables.get(name);
    if (value == null) {
      throw new ScriptException(number, "scripting variable '" + name + "' is not defined");
    }
    return value;
  }

  /** Moves the state over what stands at {@code i} and tells how long that is. */
  private int step(String line, int i) {
    char c = line.charAt(i);
    switch (state) {
      case CODE -> {
        if (line.startsWith("/*", i)) {
          depth = 1;
          state = State.COMMENT;
          return 2;
        }
        state =
            switch (c) {
              case '\'' -> State.STRING;
              case '"' -> State.QUOTED;
              case '[' -> State.BRACKETS;
              default -> State.CODE;
            };
      }
      case COMMENT -> {
        if (line.startsWith("/*", i)) {
          depth++;
          return 2;
        }
        if (line.startsWith("*/", i)) {
          depth--;
          state = depth == 0 ? State.CODE : State.COMMENT;
          return 2;
        }
      }
      case STRING -> leave(c, '\'');
      case QUOTED -> leave(c, '"');
      case BRACKETS -> leave(c, ']');
    }
    return 1;
  }

  /** A doubled closing quote leaves and enters again, which comes to the same. */
  private void leave(char c, char close) {
    if (c == close) {
      state = State.CODE;
    }
  }
}
