package io.strandline.checks.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.change.CapturedColumn;
import io.strandline.checks.check.CheckCommand;
import io.strandline.sqlserver.SentStatements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code strandline statements}: every T-SQL text that the product and the checks send, as JSON.
 */
@Command(
    name = "statements",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Prints the texts of all statements that are sent to SQL Server, as JSON.")
public final class StatementsCommand implements Callable<Integer> {

  /** Where texts come from; whoever sends others adds them here, by names of their own. */
  private static final List<Supplier<Map<String, String>>> SOURCES =
      List.of(
          StatementsCommand::ofProduct,
          SnapshotTexts::all,
          StatementsCommand::ofDoctor,
          StatementsCommand::ofChecks);

  @Spec private CommandSpec spec;

  @Option(names = "-v", paramLabel = "NAME=VALUE", description = "a scripting variable")
  private Map<String, String> variables = new LinkedHashMap<>();

  @Parameters(paramLabel = "FILE", description = "scripts whose batches are printed instead")
  private List<Path> files = new ArrayList<>();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public StatementsCommand() {}

  /** All texts by name. */
  static Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    for (Supplier<Map<String, String>> source : SOURCES) {
      source
          .get()
          .forEach(
              (name, text) -> {
                if (all.put(name, text) != null) {
                  throw new IllegalStateException("two statements are called " + name);
                }
              });
    }
    return all;
  }

  /** Names that a server may hold: plain, in every kind of quote, reserved, not ASCII. */
  private static Map<String, String> ofProduct() {
    Map<String, List<String>> instances = new LinkedHashMap<>();
    instances.put("dbo_orders", List.of("id", "item"));
    instances.put("a]b [c", List.of("x]y", "[z]", "it's", "say \"so\"", "a--b", "/* c"));
    instances.put("dbo_Situação", List.of("select", "ünïcode", "日本", "__$seqval", "{fn x}", "?"));
    instances.put("no.columns", List.of());
    Map<String, String> statements = new LinkedHashMap<>();
    instances.forEach(
        (instance, columns) ->
            SentStatements.of(instance, columns.stream().map(StatementsCommand::column).toList())
                .forEach(
                    (name, text) -> {
                      String sent = withParameters(text);
                      if (!statements.containsValue(sent)) {
                        statements.put(name + " of " + instance, sent);
                      }
                    }));
    return statements;
  }

  private static Map<String, String> ofDoctor() {
    Map<String, String> statements = new LinkedHashMap<>();
    SentStatements.ofDoctor().forEach((name, text) -> statements.put(name, withParameters(text)));
    return statements;
  }

  /** The text as the driver sends it: {@code ?} outside of quotes and brackets has a name. */
  static String withParameters(String text) {
    StringBuilder sent = new StringBuilder();
    int parameters = 0;
    char close = 0;
    for (char c : text.toCharArray()) {
      if (close != 0) {
        close = c == close ? 0 : close;
      } else if (c == '[' || c == '\'' || c == '"') {
        close = c == '[' ? ']' : c;
      } else if (c == '?') {
        sent.append("@P").append(parameters++);
        continue;
      }
      sent.append(c);
    }
    return sent.toString();
  }

  private static Map<String, String> ofChecks() {
    Map<String, String> statements = new LinkedHashMap<>();
    CheckCommand.sentStatements()
        .forEach((name, text) -> statements.put("check " + name, withParameters(text)));
    return statements;
  }

  private static CapturedColumn column(String name) {
    return CapturedColumn.of(name, 1, "int", Optional.empty());
  }

  @Override
  public Integer call() throws IOException {
    Map<String, String> texts = files.isEmpty() ? all() : new LinkedHashMap<>();
    for (Path file : files) {
      for (SqlScript.Batch batch : SqlScript.read(Files.readString(file), variables).batches()) {
        texts.put(file.getFileName() + ":" + batch.line(), batch.sql());
      }
    }
    spec.commandLine().getOut().println(json(texts));
    return 0;
  }

  private static String json(Map<String, String> texts) {
    try {
      return new JsonMapper().writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts cannot be written as JSON", e);
    }
  }
}
