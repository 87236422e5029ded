package io.strandline.cli;

import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Properties;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The product's options as command line arguments, made from the one list of options.
 *
 * <p>Arguments win over a properties file. The password is never an argument, which other users of
 * the machine could read: it comes from {@code STRANDLINE_PASSWORD} or a file.
 */
final class OptionArguments {

  static final String PASSWORD_VARIABLE = "STRANDLINE_PASSWORD";
  private static final String OPTIONS_FILE = "--options";
  private static final String PASSWORD_FILE = "--password-file";
  private static final Set<Option> NO_ARGUMENT = EnumSet.of(Option.PASSWORD);

  private OptionArguments() {}

  static void addTo(CommandSpec spec) {
    for (Option option : EnumSet.complementOf(EnumSet.copyOf(NO_ARGUMENT))) {
      String described =
          option.description()
              + option.defaultText().map(text -> " (default: " + text + ")").orElse("");
      spec.addOption(
          OptionSpec.builder(option.cliName())
              .type(String.class)
              .paramLabel("<" + option.jsonName() + ">")
              .description(described)
              .build());
    }
    spec.addOption(file(PASSWORD_FILE, "file with the password; else " + PASSWORD_VARIABLE));
    spec.addOption(file(OPTIONS_FILE, "properties file with options by their Java names"));
  }

  private static OptionSpec file(String name, String description) {
    return OptionSpec.builder(name)
        .type(Path.class)
        .paramLabel("FILE")
        .description(description)
        .build();
  }

  static OptionValues read(ParseResult parsed) {
    OptionValues values =
        parsed.hasMatchedOption(OPTIONS_FILE)
            ? file(parsed.matchedOptionValue(OPTIONS_FILE, Path.of("")))
            : new OptionValues();
    values.setIfGiven(Option.PASSWORD, System.getenv(PASSWORD_VARIABLE));
    if (parsed.hasMatchedOption(PASSWORD_FILE)) {
      Path file = parsed.matchedOptionValue(PASSWORD_FILE, Path.of(""));
      values.set(Option.PASSWORD, text(file).strip());
    }
    for (Option option : Option.values()) {
      if (parsed.hasMatchedOption(option.cliName())) {
        values.set(option, parsed.matchedOptionValue(option.cliName(), ""));
      }
    }
    return values;
  }

  /** The options of a properties file. */
  static OptionValues file(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(file, e);
    }
    return OptionValues.of(properties);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static InvalidOptionsException unreadable(Path file, Exception cause) {
    return new InvalidOptionsException(
        "file " + file + " cannot be read: " + cause.getClass().getSimpleName(),
        "name a file that is there, readable and in UTF-8",
        cause);
  }
}
