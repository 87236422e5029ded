package io.strandline.checks.check;

import java.util.List;

/** What came of a check. */
sealed interface Outcome {

  /** One lower case word. */
  String verdict();

  /** What was seen, or why nothing could be. */
  String text();

  List<Measure> measures();

  /** The fact holds on this server, as far as the check looked. */
  record Passed(String text, List<Measure> measures) implements Outcome {
    @Override
    public String verdict() {
      return "passed";
    }
  }

  /** The fact does not hold, or asking for it failed. */
  record Failed(String text, List<Measure> measures) implements Outcome {
    @Override
    public String verdict() {
      return "failed";
    }
  }

  /** Nothing can be said, and why. */
  record Skipped(String text, List<Measure> measures) implements Outcome {
    @Override
    public String verdict() {
      return "skipped";
    }
  }
}
