package io.strandline.plan;

import io.strandline.error.StalePlanException;
import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan.PlannedGap;
import io.strandline.port.FileDocument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Holds the results of splits against the plan that they are said to execute. */
public final class ResultsCheck {

  private static final String REMEDY =
      "give exactly one result of each split of one plan, as write printed it, or plan anew; nothing"
          + " was committed";

  private ResultsCheck() {}

  /**
   * One result of each split, in LSN order.
   *
   * @throws StalePlanException naming every result that is lost, repeated, of another plan or not
   *     what its split should have come to
   * @throws io.strandline.error.DataLossException if a watermark passed a split while it was read
   */
  public static List<SplitResult> verify(PlanDocument plan, List<SplitResult> results) {
    List<String> faults = new ArrayList<>();
    if (!PlanDocument.hash(plan.batch().captured()).equals(plan.schemaHash())) {
      faults.add("the plan's columns do not have the plan's schema hash");
    }
    if (!tiles(plan)) {
      faults.add("the plan's splits do not tile its range " + plan.batch().range());
    }
    TreeMap<Integer, SplitResult> bySplit = new TreeMap<>();
    for (SplitResult result : results) {
      if (isOf(plan, result, faults) && bySplit.put(result.split(), result) != null) {
        faults.add("split " + result.split() + " has more than one result");
      }
    }
    for (Split split : plan.batch().splits()) {
      SplitResult result = bySplit.remove(split.number());
      if (result == null) {
        faults.add("the result of split " + split.number() + " is missing");
      } else {
        verify(split, result, faults);
      }
    }
    bySplit.keySet().forEach(number -> faults.add("the plan has no split " + number));
    verifyFiles(results, faults);
    if (!faults.isEmpty()) {
      throw new StalePlanException("plan " + plan.id() + ": " + String.join("; ", faults), REMEDY);
    }
    return guarded(plan, results);
  }

  private static List<SplitResult> guarded(PlanDocument plan, List<SplitResult> results) {
    List<SplitResult> ordered = new ArrayList<>();
    for (Split split : plan.batch().splits()) {
      for (SplitResult result : results) {
        if (result.split() == split.number()) {
          RetentionGuard.verify(
              split.instance().name(), split.range(), Optional.of(result.minLsnAfter()));
          ordered.add(result);
        }
      }
    }
    return ordered;
  }

  private static boolean isOf(PlanDocument plan, SplitResult result, List<String> faults) {
    boolean same =
        result.planId().equals(plan.id())
            && result.tableId().equals(plan.start().tableId())
            && result.schemaHash().equals(plan.schemaHash());
    if (!same) {
      faults.add("a result of split " + result.split() + " is of plan " + result.planId());
    }
    return same;
  }

  /** Whether splits and skipped gaps follow each other from the range's start to its end. */
  private static boolean tiles(PlanDocument plan) {
    List<Split> splits = plan.batch().splits();
    Lsn at = plan.batch().range().start();
    for (int i = 0; i < splits.size(); i++) {
      if (splits.get(i).number() != i || !splits.get(i).range().start().equals(after(plan, at))) {
        return false;
      }
      at = splits.get(i).range().end();
    }
    return splits.isEmpty() || after(plan, at).equals(plan.batch().range().end());
  }

  /** Where reading goes on after {@code at}: there, or at the end of the gap that begins there. */
  private static Lsn after(PlanDocument plan, Lsn at) {
    return plan.batch().gaps().stream()
        .map(PlannedGap::gap)
        .filter(gap -> gap.from().equals(at.next()))
        .map(gap -> Lsn.min(gap.to().previous(), plan.batch().range().end()))
        .findFirst()
        .orElse(at);
  }

  private static void verify(Split split, SplitResult result, List<String> faults) {
    long inFiles = result.files().stream().mapToLong(FileDocument::rows).sum();
    boolean whole =
        result.range().equals(split.range())
            && result.captureInstance().equals(split.instance().name())
            && result.rows() == split.rows()
            && result.tally().rows() == split.rows()
            && inFiles == split.rows();
    if (!whole) {
      faults.add(
          "split "
              + split.number()
              + " has "
              + split.rows()
              + " rows of "
              + split.instance().name()
              + " in "
              + split.range()
              + ", and its result has "
              + result.rows()
              + " of "
              + result.captureInstance()
              + " in "
              + result.range()
              + ", "
              + inFiles
              + " of them in files");
    }
  }

  private static void verifyFiles(List<SplitResult> results, List<String> faults) {
    Set<String> paths = new HashSet<>();
    for (SplitResult result : results) {
      for (FileDocument file : result.files()) {
        if (!paths.add(file.path())) {
          faults.add("the file '" + file.path() + "' is named twice");
        }
      }
    }
  }
}
