package io.strandline.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.tidy.Repository;
import io.strandline.cli.CommandProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What an error or a guide tells a person to do can be done: it is a command or option of now. */
final class AdviceTest {

  private static final List<String> MODULES =
      List.of("kernel-core", "kernel-writer", "py4j-gateway");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*+)\"");
  private static final Pattern NOT_YET =
      Pattern.compile(
          "(?i)re-?snapshot|re-?seed|backfill|reconcil|apply-?changes|chunked|`seed|silver");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");

  /** Programs that are not ours, with the options that guides give them. */
  private static final Pattern OTHERS = Pattern.compile("python/run\\.py --lock");

  private static final Pattern COMMAND = Pattern.compile("bin/strandline ([a-z][a-z-]*)");

  private final Set<String> commands = new HashSet<>();
  private final Set<String> options = new HashSet<>();

  AdviceTest() {
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      for (Object command : provider.commands()) {
        CommandLine line = new CommandLine(command);
        commands.add(line.getCommandName());
        line.getCommandSpec().options().forEach(option -> options.addAll(List.of(option.names())));
      }
    }
  }

  @Test
  void textsOfTheProductAdviseNothingThatIsNotThere() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String module : MODULES) {
      for (Path file : files(module + "/src/main/java", ".java")) {
        Matcher literal = LITERAL.matcher(Files.readString(file));
        while (literal.find()) {
          wrong.addAll(wrong(file, literal.group(1)));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void guidesAdviseNothingThatIsNotThere() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : files("docs/guide", ".md")) {
      String text = OTHERS.matcher(Files.readString(page)).replaceAll("");
      wrong.addAll(wrong(page, text));
      Matcher command = COMMAND.matcher(text);
      while (command.find()) {
        if (!commands.contains(command.group(1))) {
          wrong.add(page + ": " + command.group());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private List<String> wrong(Path file, String text) {
    List<String> wrong = new ArrayList<>();
    Matcher word = NOT_YET.matcher(text);
    while (word.find()) {
      wrong.add(file.getFileName() + ": " + word.group());
    }
    Matcher option = OPTION.matcher(text);
    while (option.find()) {
      if (!options.contains(option.group())) {
        wrong.add(file.getFileName() + ": " + option.group());
      }
    }
    return wrong;
  }

  private static List<Path> files(String folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(Repository.root().resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }
}
