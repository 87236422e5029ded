package io.strandline.checks.coverage;

import java.util.List;

/**
 * A line of one of the lists in {@code lab/coverage}.
 *
 * @param id what a test names in its tag
 * @param text what is known, or a piece of the grammar
 * @param refusals statements that the stand-in refuses instead of emulating the line
 * @param differences where the stand-in departs from the line
 */
record CoverageItem(String id, String text, List<Refusal> refusals, List<String> differences) {

  /**
   * A statement that is refused.
   *
   * @param error SQL Server's number of the error
   * @param statement run as the administrator in a database with change data capture
   */
  record Refusal(String id, int error, String statement) {}

  CoverageItem {
    refusals = List.copyOf(refusals);
    differences = List.copyOf(differences);
  }
}
