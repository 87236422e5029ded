package io.strandline.checks.coverage;

import io.strandline.checks.coverage.CoverageItem.Refusal;
import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list in {@code lab/coverage}: a title, then headings and items in the order of the file.
 *
 * @param title the first line
 * @param parts each heading with its items
 */
record CoverageList(String title, List<Part> parts) {

  /** A heading and the items below it; empty if other headings follow at once. */
  record Part(String heading, List<CoverageItem> items) {}

  private static final Pattern ITEM = Pattern.compile("([A-Z]\\d+(?:\\.\\d+)*): (.+)");
  private static final Pattern REFUSAL = Pattern.compile("! (\\d+): (.+)");
  private static final Pattern DIFFERENCE = Pattern.compile("~ (.+)");

  static CoverageList facts() {
    return read("lab/coverage/facts.txt");
  }

  static CoverageList grammar() {
    return read("lab/coverage/grammar.txt");
  }

  List<CoverageItem> items() {
    return parts.stream().flatMap(part -> part.items().stream()).toList();
  }

  private static CoverageList read(String file) {
    try {
      return parse(Files.readAllLines(Repository.root().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CoverageList parse(List<String> lines) {
    int end = lines.indexOf("");
    List<Part> parts = new ArrayList<>();
    for (String line : lines.subList(end, lines.size())) {
      if (line.startsWith("# ")) {
        parts.add(new Part(line.substring(2), new ArrayList<>()));
      } else if (!line.isBlank()) {
        add(parts.get(parts.size() - 1).items(), line.strip());
      }
    }
    return new CoverageList(lines.get(0).substring(2), parts);
  }

  private static void add(List<CoverageItem> items, String line) {
    Matcher item = ITEM.matcher(line);
    if (item.matches()) {
      items.add(new CoverageItem(item.group(1), item.group(2), List.of(), List.of()));
      return;
    }
    CoverageItem last = items.remove(items.size() - 1);
    List<Refusal> refusals = new ArrayList<>(last.refusals());
    List<String> differences = new ArrayList<>(last.differences());
    Matcher refusal = REFUSAL.matcher(line);
    Matcher difference = DIFFERENCE.matcher(line);
    if (refusal.matches()) {
      refusals.add(new Refusal(last.id(), Integer.parseInt(refusal.group(1)), refusal.group(2)));
    } else if (difference.matches()) {
      differences.add(difference.group(1));
    } else {
      throw new IllegalArgumentException("neither an item nor a refusal nor a difference: " + line);
    }
    items.add(new CoverageItem(last.id(), last.text(), refusals, differences));
  }
}
