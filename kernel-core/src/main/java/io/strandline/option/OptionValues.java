package io.strandline.option;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Option texts on their way to a validated record: collects every fault, so that one error names
 * them all. Not thread-safe.
 */
public final class OptionValues {

  private final Map<Option, String> texts = new EnumMap<>(Option.class);
  private final Set<String> unknown = new TreeSet<>();
  private final Map<Option, Set<String>> faults = new EnumMap<>(Option.class);

  /** Option texts of properties by their Java names. */
  public static OptionValues of(Properties properties) {
    OptionValues values = new OptionValues();
    for (String name : properties.stringPropertyNames()) {
      values.set(name, properties.getProperty(name), Option::javaName);
    }
    return values;
  }

  /** Option texts of a JSON document or of Python by their names there. */
  public static OptionValues ofJsonNames(Map<String, String> texts) {
    OptionValues values = new OptionValues();
    texts.forEach((name, text) -> values.set(name, text, Option::jsonName));
    return values;
  }

  private void set(String name, String text, Function<Option, String> form) {
    for (Option option : Option.values()) {
      if (form.apply(option).equals(name)) {
        set(option, text);
        return;
      }
    }
    unknown.add("unknown option '" + name + "'");
  }

  /** Sets an option, over an earlier value. */
  public OptionValues set(Option option, String text) {
    texts.put(option, text);
    return this;
  }

  /** Sets an option if there is a value. */
  public OptionValues setIfGiven(Option option, @Nullable String text) {
    return text == null ? this : set(option, text);
  }

  /** These over others, which hold where these say nothing. */
  public OptionValues over(OptionValues others) {
    others.texts.forEach(texts::putIfAbsent);
    unknown.addAll(others.unknown);
    return this;
  }

  /** The option's text or its default; empty if there is neither. */
  public Optional<String> find(Option option) {
    return Optional.ofNullable(texts.get(option)).or(option::defaultText);
  }

  /** The option's text or its default; a fault if there is neither or it is blank. */
  String text(Option option) {
    String text = find(option).orElse("");
    if (text.isBlank()) {
      fault(option, option.javaName() + " is required: " + option.description());
    }
    return text;
  }

  /** The option's value by {@code parse}; a fault and {@code ifFaulty} if it cannot be read. */
  <T> T parsed(Option option, T ifFaulty, Function<String, T> parse) {
    String text = find(option).orElse("");
    try {
      return parse.apply(text);
    } catch (RuntimeException e) {
      fault(option, option.javaName() + " '" + text + "' is wrong: " + option.description());
      return ifFaulty;
    }
  }

  /** A duration between {@code min} and {@code max}, both included. */
  Duration duration(Option option, Duration min, Duration max) {
    String text = find(option).orElse("");
    Duration value;
    try {
      value = Duration.parse(text);
    } catch (DateTimeParseException e) {
      fault(option, option.javaName() + " '" + text + "' is no ISO 8601 duration, such as PT5M");
      return min;
    }
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      fault(option, option.javaName() + " " + value + " is not between " + min + " and " + max);
    }
    return value;
  }

  /** A duration as {@link #duration}; empty for {@code off}. */
  Optional<Duration> durationOrOff(Option option, Duration min, Duration max) {
    return find(option).equals(Optional.of("off"))
        ? Optional.empty()
        : Optional.of(duration(option, min, max));
  }

  /** A boolean, {@code true} or {@code false} and nothing else. */
  boolean flag(Option option) {
    return choice(option, "false", "true");
  }

  /** Whether the option's text is {@code yes}; a fault if it is neither of both. */
  boolean choice(Option option, String no, String yes) {
    String text = find(option).orElse("");
    if (!text.equals(no) && !text.equals(yes)) {
      fault(option, option.javaName() + " '" + text + "' is neither " + no + " nor " + yes);
    }
    return text.equals(yes);
  }

  /** Adds a fault of an option. */
  void fault(Option option, String fault) {
    faults.computeIfAbsent(option, each -> new LinkedHashSet<>()).add(fault);
  }

  /** The options that have a text. */
  Set<Option> given() {
    return texts.isEmpty() ? EnumSet.noneOf(Option.class) : EnumSet.copyOf(texts.keySet());
  }

  /**
   * Ends validation; the next one begins anew.
   *
   * @throws InvalidOptionsException naming every fault once, in the options' order, if there is one
   */
  void throwIfFaulty() {
    List<String> all = new ArrayList<>(unknown);
    faults.values().forEach(all::addAll);
    faults.clear();
    if (!all.isEmpty()) {
      throw new InvalidOptionsException(
          "the options are not valid: " + String.join("; ", all),
          "correct the options named and call again; nothing was read or written");
    }
  }
}
