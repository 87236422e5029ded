package io.strandline.doctor;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.doctor.Finding.Status;
import io.strandline.error.StrandlineException;
import io.strandline.explain.Answer;
import io.strandline.option.ColumnOptions;
import io.strandline.option.NameList;
import io.strandline.plan.ColumnSelection;
import io.strandline.port.BronzeHead;
import java.util.ArrayList;
import java.util.List;

/**
 * What is told of captured columns: a finding of each that does not arrive exactly.
 *
 * @param instances oldest first, at least one
 * @param target what is at the target, whose stream may go on where a new one could not begin
 */
record ColumnChecks(
    ColumnOptions options, List<CaptureInstance> instances, Answer<BronzeHead> target) {

  List<Finding> findings() {
    ColumnSelection selection = new ColumnSelection(options);
    List<Finding> findings = new ArrayList<>();
    try {
      findings.addAll(names(selection));
      for (CaptureInstance instance : instances) {
        List<Finding> own = new ArrayList<>();
        selection.wanted(instance).forEach(column -> add(own, instance, column));
        if (own.stream().noneMatch(finding -> finding.status() == Status.PROBLEM)) {
          selection.columns(instance);
        }
        findings.addAll(own);
      }
    } catch (StrandlineException e) {
      findings.add(Finding.problem(Check.COLUMNS, e));
    }
    return findings.isEmpty()
        ? List.of(Finding.ok(Check.COLUMNS, "every captured column arrives exactly"))
        : findings;
  }

  /** Holds the names of the options as the stream's next call would. */
  private List<Finding> names(ColumnSelection selection) {
    if (target instanceof Answer.Given<BronzeHead> given
        && given.value() instanceof BronzeHead.Present table) {
      List<String> warnings = selection.verifyNames(instances, table.captured());
      selection.verifyTaken(instances.get(instances.size() - 1), table.captured());
      return warnings.stream()
          .map(what -> new Finding(Check.COLUMNS, Status.WARNING, what, "correct the option"))
          .toList();
    }
    selection.verifyNames(instances);
    return target instanceof Answer.Failed<BronzeHead> failed
        ? List.of(
            Finding.unknown(
                Check.COLUMNS,
                "whether a stream that has its table can go on: " + failed.error().getMessage(),
                failed.error().remedy()))
        : List.of();
  }

  private static void add(List<Finding> to, CaptureInstance instance, CapturedColumn column) {
    String name = instance.name() + ": " + column.name() + " " + column.sourceType();
    String leaveOut = "leave it out with excludeColumns " + NameList.quote(column.name());
    if (column.computed()) {
      to.add(
          new Finding(
              Check.COLUMNS,
              Status.WARNING,
              name + " is computed, which change data capture records as NULL: it is left out",
              "compute it in the reader, or " + leaveOut + ", which ends the warning"));
    } else if (column.type().isEmpty()) {
      to.add(
          new Finding(
              Check.COLUMNS,
              Status.PROBLEM,
              name + " has no mapping (UNSUPPORTED_TYPE)",
              leaveOut + ", or name the columns to take with includeColumns"));
    }
    column
        .foreignCollation()
        .ifPresent(
            collation ->
                to.add(
                    new Finding(
                        Check.COLUMNS,
                        Status.WARNING,
                        name
                            + " has collation "
                            + collation
                            + ", not the database's: capture may damage its text outside ASCII",
                        "make it nvarchar, or give it the database's collation, or " + leaveOut)));
  }
}
