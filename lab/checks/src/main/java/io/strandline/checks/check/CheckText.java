package io.strandline.checks.check;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report for a person. */
final class CheckText {

  private CheckText() {}

  /** One check: verdict, what was seen, numbers, and what it means. */
  static void print(CheckResult result, PrintWriter out) {
    Outcome outcome = result.outcome();
    out.println(
        String.format(
            Locale.ROOT,
            "%-7s %-17s %s (%.1f s)",
            outcome.verdict().toUpperCase(Locale.ROOT),
            result.fact().name(),
            outcome.text(),
            result.seconds()));
    if (!outcome.measures().isEmpty()) {
      out.println(
          "        measured: "
              + outcome.measures().stream().map(Measure::text).collect(Collectors.joining(", ")));
    }
    if (!(outcome instanceof Outcome.Passed)) {
      out.println("        the fact: " + result.fact().statement());
      out.println("        known from: " + result.fact().source());
    }
    out.println("        so: " + result.fact().meaning());
    out.flush();
  }

  /** The end of the report. */
  static void printSummary(CheckReport report, PrintWriter out) {
    out.println();
    out.println("server  " + report.server());
    if (report.lab()) {
      out.println("        a stand-in, no SQL Server: it proves the checks, not the facts");
    }
    if (report.clockRate() != 1) {
      out.println(
          String.format(
              Locale.ROOT, "        its clock runs at %.0f times ours", report.clockRate()));
    }
    out.println("driver  " + report.driver());
    out.println(
        report.count(Outcome.Passed.class)
            + " passed, "
            + report.count(Outcome.Failed.class)
            + " failed, "
            + report.count(Outcome.Skipped.class)
            + " skipped");
    out.flush();
  }

  /** What there is to check. */
  static void printList(PrintWriter out) {
    for (Check check : Checks.ALL) {
      Fact fact = check.fact();
      out.println(fact.name());
      out.println("  " + fact.statement());
      out.println("  known from: " + fact.source());
      out.println("  so: " + fact.meaning());
    }
  }
}
