package io.strandline.checks.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The conformance script: themes in order, each a list of steps. */
record Script(List<Theme> themes) {

  private static final String FOLDER = "script/";

  /** Steps that belong together; each theme begins with new connections. */
  record Theme(String name, List<Step> steps) {}

  Script {
    themes = List.copyOf(themes);
  }

  /** The script of {@code lab/conformance/script}, from the class path. */
  static Script load() {
    return new Script(
        read("contents")
            .lines()
            .filter(name -> !name.isBlank())
            .map(name -> parse(name, read(name)))
            .toList());
  }

  /** The theme of a name. */
  Theme theme(String name) {
    return themes.stream()
        .filter(theme -> theme.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no theme " + name));
  }

  /** How many steps every client runs. */
  long coreSteps() {
    return themes.stream().flatMap(theme -> theme.steps().stream()).filter(Step::core).count();
  }

  private static String read(String name) {
    try (InputStream in = Script.class.getResourceAsStream(FOLDER + name + ".txt")) {
      if (in == null) {
        throw new IllegalStateException("no " + name + ".txt on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The steps of a theme; a line that says nothing is an error that names it. */
  static Theme parse(String name, String text) {
    List<StepDraft> drafts = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      try {
        add(line, drafts);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IllegalArgumentException(name + ".txt:" + number + ": " + line, e);
      }
    }
    return new Theme(name, drafts.stream().map(StepDraft::finish).toList());
  }

  private static void add(String line, List<StepDraft> drafts) {
    if (line.startsWith("== ")) {
      int colon = line.indexOf(": ");
      String tier = line.substring(3, colon);
      if (!tier.equals("core") && !tier.equals("full")) {
        throw new IllegalArgumentException("no tier: " + tier);
      }
      drafts.add(new StepDraft(line.substring(colon + 2), tier.equals("core")));
    } else if (!line.startsWith("#") && !(drafts.isEmpty() && line.isEmpty())) {
      StepDraft last = drafts.get(drafts.size() - 1);
      if (line.startsWith("@ ")) {
        last.addAttribute(line.substring(2));
      } else if (line.startsWith("? ")) {
        last.addParameter(line.substring(2));
      } else if (line.startsWith("-> ")) {
        last.addExpectation(line.substring(3));
      } else {
        last.addSql(line);
      }
    }
  }
}
