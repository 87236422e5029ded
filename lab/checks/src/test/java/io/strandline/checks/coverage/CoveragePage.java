package io.strandline.checks.coverage;

import io.strandline.checks.coverage.CoverageItem.Refusal;
import java.util.List;

/** The text of {@code docs/lab/coverage.md}. */
final class CoveragePage {

  private CoveragePage() {}

  static String of(List<CoverageList> lists, TaggedTests tests) {
    StringBuilder page = new StringBuilder();
    page.append("# What the stand-in emulates, and the test of each line\n\n");
    page.append("Made by `make coverage` of `lab/coverage/*.txt` and the tests' tags; ");
    page.append("`make test` fails when it is out of date\nor when a line has neither a test ");
    page.append("nor a refusal. One line's Java tests: `mvn test -Dgroups=F6.2`. The marks in\n");
    page.append("square brackets are sources: see the head of `lab/coverage/facts.txt`.\n");
    for (CoverageList list : lists) {
      page.append("\n## ").append(list.title()).append('\n');
      list.parts().forEach(part -> append(page, part, tests));
    }
    return page.toString();
  }

  private static void append(StringBuilder page, CoverageList.Part part, TaggedTests tests) {
    page.append("\n### ").append(part.heading()).append('\n');
    if (part.items().isEmpty()) {
      return;
    }
    page.append("\n| id | line | proved by |\n|---|---|---|\n");
    for (CoverageItem item : part.items()) {
      page.append("| ").append(item.id()).append(" | ").append(cell(item.text()));
      for (String difference : item.differences()) {
        page.append(" **Differs:** ").append(cell(difference));
      }
      page.append(" | ").append(String.join(", ", tests.of(item.id())));
      for (Refusal refusal : item.refusals()) {
        page.append(" not emulated: error ").append(refusal.error()).append(" for `");
        page.append(cell(refusal.statement())).append('`');
      }
      page.append(" |\n");
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
