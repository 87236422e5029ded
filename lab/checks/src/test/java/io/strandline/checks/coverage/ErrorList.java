package io.strandline.checks.coverage;

import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The list of the errors that the stand-in raises, {@code lab/coverage/errors.txt}. */
final class ErrorList {

  private static final Pattern ENTRY =
      Pattern.compile(
          "(\\d+) (\\d+) (documented|documented, other (?:text|severity|severity and text)"
              + "|not in the list): (.+)");
  private static final String DIFFERENCE = "~ ";

  private ErrorList() {}

  /**
   * An error of the list.
   *
   * @param number the message number
   * @param severity the class that the stand-in raises it with; 10 for one that is sent as 0
   * @param source how it stands to Microsoft's list
   * @param text Microsoft's text or its start, or the stand-in's where Microsoft's list has none
   * @param differences how the stand-in departs from the list, or why the error is not there
   */
  record Entry(int number, int severity, String source, String text, List<String> differences) {

    boolean hasTheListedText() {
      return source.equals("documented") || source.equals("documented, other severity");
    }
  }

  static List<Entry> entries() {
    try {
      return parse(Files.readAllLines(Repository.root().resolve("lab/coverage/errors.txt")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Entry> parse(List<String> lines) {
    List<Entry> entries = new ArrayList<>();
    for (String line : lines) {
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches()) {
        entries.add(
            new Entry(
                Integer.parseInt(entry.group(1)),
                Integer.parseInt(entry.group(2)),
                entry.group(3),
                entry.group(4),
                new ArrayList<>()));
      } else if (line.strip().startsWith(DIFFERENCE)) {
        entries.get(entries.size() - 1).differences().add(line.strip().substring(2));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        throw new IllegalArgumentException("neither an error nor a difference: " + line);
      }
    }
    return entries;
  }
}
