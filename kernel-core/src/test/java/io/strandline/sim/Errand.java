package io.strandline.sim;

import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.Split;
import io.strandline.plan.SplitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A plan on its way through other processes, with the results that have come back so far. */
final class Errand {

  private final PlanDocument plan;
  private final Process planner;
  private final List<SplitResult> results = new ArrayList<>();
  private int commits;
  private boolean spoilt;

  /** An errand of which the plan went through its text. */
  Errand(PlanDocument made, Process planner) {
    this.plan = PlanCodec.read(PlanCodec.write(made));
    this.planner = planner;
  }

  PlanDocument plan() {
    return plan;
  }

  /** The process that saw the source when the plan was made. */
  Process planner() {
    return planner;
  }

  /** Takes a result, which went through its text. */
  void brought(SplitResult result) {
    results.add(SplitResultCodec.read(SplitResultCodec.write(result)));
  }

  List<SplitResult> results() {
    return List.copyOf(results);
  }

  /** The newest result of a split. */
  Optional<SplitResult> result(int split) {
    return results.stream().filter(r -> r.split() == split).reduce((before, after) -> after);
  }

  /** The splits that nobody has brought a result of. */
  List<Split> open() {
    return plan.batch().splits().stream().filter(s -> result(s.number()).isEmpty()).toList();
  }

  /** One result of each split. */
  List<SplitResult> whole() {
    return plan.batch().splits().stream().map(s -> result(s.number()).orElseThrow()).toList();
  }

  /** A commit of it begins: from now on its files may be in the table at any moment. */
  void committing() {
    commits++;
  }

  boolean wasCommitted() {
    return commits > 0;
  }

  /** One of its files has been deleted. */
  void spoil() {
    spoilt = true;
  }

  boolean isSpoilt() {
    return spoilt;
  }
}
