package io.strandline.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.tidy.Repository;
import io.strandline.cli.CommandProvider;
import io.strandline.cli.ProductCommands;
import io.strandline.error.ErrorCode;
import io.strandline.option.Option;
import io.strandline.report.IdleReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The reference's lists of errors and commands are those of the code, and the index is whole. */
final class ReferenceTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z_-]+)` \\|(.*)$");
  private static final Pattern LINK = Pattern.compile("]\\((?!http)([^)#]+)");
  private static final Path DOCS = Repository.root().resolve("docs");

  @Test
  void errorsTellEveryCodeWithItsExitCodeAndWhetherToTryAgain() throws IOException {
    Map<String, String> rows = rows("reference/errors.md");

    assertThat(rows.keySet())
        .containsExactlyElementsOf(Stream.of(ErrorCode.values()).map(Enum::name).toList());
    for (ErrorCode code : ErrorCode.values()) {
      int exit = code == ErrorCode.INVALID_OPTIONS ? 2 : 1;
      assertThat(rows.get(code.name()))
          .as(code.name())
          .startsWith(" " + exit + " | " + (code.retryable() ? "yes" : "no") + " |");
    }
  }

  @Test
  void commandLineTellsEveryCommandWithItsOptions() throws IOException {
    Map<String, String> rows = rows("reference/command-line.md");
    List<CommandLine> commands = new ArrayList<>();
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      provider.commands().forEach(command -> commands.add(new CommandLine(command)));
    }

    assertThat(commands).isNotEmpty();
    assertThat(rows).containsKeys(names(commands));
    for (Object command : new ProductCommands().commands()) {
      CommandLine line = new CommandLine(command);
      String row = rows.getOrDefault(line.getCommandName(), "");
      List<String> options = optionsOf(line);
      boolean takesStream = options.contains(Option.TARGET.cliName());
      assertThat(row.contains("| stream")).as(line.getCommandName()).isEqualTo(takesStream);
      if (!row.contains("those of `verdict`")) {
        assertThat(row).contains(own(options));
      }
    }
  }

  @Test
  void ingestTellsEveryIdleReason() throws IOException {
    assertThat(rows("guide/ingest.md"))
        .containsKeys(
            Stream.of(IdleReason.values())
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new));
  }

  @Test
  void theIndexLeadsToEveryPageOfGuideReferenceAndDecisions() throws IOException {
    Set<String> linked =
        LINK.matcher(Files.readString(DOCS.resolve("README.md")))
            .results()
            .map(link -> link.group(1))
            .collect(Collectors.toSet());

    for (String folder : List.of("guide", "reference", "adr")) {
      try (Stream<Path> pages = Files.list(DOCS.resolve(folder))) {
        assertThat(linked)
            .containsAll(pages.map(page -> folder + "/" + page.getFileName()).toList());
      }
    }
    assertThat(linked).allSatisfy(link -> assertThat(DOCS.resolve(link)).exists());
  }

  private static Map<String, String> rows(String page) throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(DOCS.resolve(page)));
    while (row.find()) {
      rows.put(row.group(1), row.group(2));
    }
    return rows;
  }

  private static String[] names(List<CommandLine> commands) {
    return commands.stream().map(CommandLine::getCommandName).toArray(String[]::new);
  }

  private static List<String> optionsOf(CommandLine line) {
    return line.getCommandSpec().options().stream().map(OptionSpec::longestName).toList();
  }

  /** What a command takes besides the options of a stream and what every command has. */
  private static List<String> own(List<String> options) {
    boolean takesStream = options.contains(Option.TARGET.cliName());
    List<String> shared =
        takesStream ? Stream.of(Option.values()).map(Option::cliName).toList() : List.of();
    Set<String> everywhere = Set.of("--help", "--version", "--options", "--password-file");
    return options.stream()
        .filter(name -> !shared.contains(name) && !everywhere.contains(name))
        .map(name -> "`" + name + "`")
        .toList();
  }
}
