package io.strandline.checks.script;

import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code strandline sql}: runs a script as {@code sqlcmd} does, where there is no {@code sqlcmd}.
 */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a script with GO and scripting variables, such as those in sql/, and prints what it"
          + " says. Exits 1 if the server reported an error.",
      "A variable comes from :setvar in the script, else from -v, else from the environment."
    })
public final class SqlCommand implements Callable<Integer> {

  private static final String PASSWORD_VARIABLE = "STRANDLINE_PASSWORD";

  @Spec private CommandSpec spec;

  @Option(names = "--url", required = true, description = "JDBC URL of the database")
  private String url;

  @Option(names = "--user", required = true, description = "login")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "file with the password; else " + PASSWORD_VARIABLE)
  private @Nullable Path passwordFile;

  @Option(names = "-v", paramLabel = "NAME=VALUE", description = "a scripting variable")
  private Map<String, String> variables = new LinkedHashMap<>();

  @Parameters(paramLabel = "FILE", description = "the script")
  private Path file;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public SqlCommand() {}

  @Override
  public Integer call() {
    SqlScript script = script();
    ScriptOutcome outcome;
    try (Connection connection = DriverManager.getConnection(url, user, password())) {
      outcome = new ScriptRunner(connection).run(script);
    } catch (SQLException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
    print(outcome);
    return outcome.errors().isEmpty() ? 0 : 1;
  }

  private SqlScript script() {
    Map<String, String> all = new HashMap<>(System.getenv());
    all.putAll(variables);
    try {
      return SqlScript.read(read(file), all);
    } catch (ScriptException e) {
      throw new InvalidOptionsException(
          file + ", " + e.getMessage(), "give each scripting variable as -v NAME=VALUE", e);
    }
  }

  private String password() {
    if (passwordFile != null) {
      return read(passwordFile).strip();
    }
    String given = System.getenv(PASSWORD_VARIABLE);
    if (given == null) {
      throw new InvalidOptionsException(
          "there is no password", "name --password-file or set " + PASSWORD_VARIABLE);
    }
    return given;
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new InvalidOptionsException(
          "file " + path + " cannot be read: " + e.getClass().getSimpleName(),
          "name a file that is there, readable and in UTF-8",
          e);
    }
  }

  private void print(ScriptOutcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    outcome.messages().stream()
        .filter(message -> !outcome.errors().contains(message))
        .forEach(out::println);
    for (ScriptOutcome.Result result : outcome.results()) {
      out.println(String.join("\t", result.columns()));
      result.rows().forEach(row -> out.println(String.join("\t", row)));
    }
    outcome.errors().forEach(spec.commandLine().getErr()::println);
  }
}
