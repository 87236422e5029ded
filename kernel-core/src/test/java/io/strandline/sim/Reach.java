package io.strandline.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts how often each fault and each branch was reached. */
final class Reach {

  /** The branches that some seed must reach. */
  enum Branch {
    TABLE_CREATED,
    CREATION_RACE_LOST,
    BATCH_WITH_ROWS,
    BATCH_WITHOUT_ROWS,
    BATCH_CUT_BY_ROWS,
    BATCH_CUT_BY_COMMITS,
    BATCH_IN_SPLITS,
    BATCH_OF_TWO_INSTANCES,
    COMMIT_LARGER_THAN_A_BATCH,
    CONFLICT,
    CONFLICT_THEN_COMMITTED,
    DONE_BY_ANOTHER,
    UNKNOWN_RESOLVED_AS_COMMITTED,
    UNKNOWN_RESOLVED_AS_LOST,
    UNKNOWN_LEFT_OPEN,
    LATE_COMMIT_HAPPENED,
    LATE_COMMIT_REFUSED,
    FACTS_REPAIRED,
    VERDICT_REPAIRED,
    VERDICT_PENDING,
    VERDICT_MOVED_BY_IDLE_ENTRIES,
    DATA_LOSS_AT_PLAN,
    DATA_LOSS_AFTER_COUNT,
    DATA_LOSS_AFTER_READ,
    COMMIT_TIME_CLAMPED,
    COMMIT_TIMES_TIED,
    REPEATED_HOUR_READ_SECOND,
    REPEATED_HOUR_READ_FIRST,
    CLOCK_AHEAD_OF_COMMIT,
    CLOCK_AHEAD_OF_READER,
    LAGGING_REPLICA,
    FOREIGN_COMMIT_PASSED_OVER,
    FOREIGN_COMMIT_REFUSED,
    FOREIGN_COMMIT_IN_THE_WAY,
    TABLE_REPLACED,
    FILES_ORPHANED,
    MAPPING_PURGED,
    PURGED_WHILE_READING,
    GAP_RECORDED,
    INSTANCE_SWITCHED,
    INSTANCE_RECREATED,
    OLDER_DISABLED_LATE,
    OLDER_DISABLED_EARLY,
    DDL_TOLD,
    COLUMN_ADDED,
    COLUMN_WIDENED,
    SCHEMA_CHANGED_IN_A_SESSION,
    SCHEMA_CHANGED_AT_PLAN,
    SCHEMA_POLICY_STOPPED,
    SOURCE_MOVED,
    RESTORED,
    RESTORED_AND_REFUSED,
    ZONE_REFUSED,
    LAGGING_POLL,
    COMMIT_AHEAD_CLAMPED,
    JITTER_IN_A_REPEATED_HOUR,
    JITTER_OUTSIDE_OF_ONE,
    WAY_OUT_OF_DATA_LOSS,
    WAY_OUT_OF_CLOCK_REGRESSION,
    WAY_OUT_BY_CLASSIFYING,
    WAY_OUT_BY_WIDENING,
    WAY_OUT_BY_A_NEW_TABLE,
    WAY_OUT_BY_A_ZONE,
    LOAD_COMMITTED,
    LOAD_FOUND_AGAIN,
    LOAD_STAMP_PURGED,
    LOAD_OVERLAPPED,
    LOAD_IN_RANGES,
    LOAD_WITHOUT_ROWS,
    LOAD_OF_A_STREAM_WITH_BATCHES,
    LOAD_OF_A_REPLACED_TABLE,
    ADOPTED_TARGET,
    NOTHING_TO_ADOPT,
    OVERTAKEN_IN_ADOPT,
    WAY_OUT_BY_ADOPTING,
    PLAN_LEFT_LYING,
    PLAN_TAKEN_UP,
    SPLIT_WRITTEN_AGAIN,
    PLAN_COMMITTED,
    PLAN_COMMITTED_BEFORE,
    PLAN_DONE_BY_ANOTHER,
    PLAN_STALE,
    SPOILT_PLAN_REFUSED
  }

  private final Map<String, Long> counts = new TreeMap<>();

  void count(Branch branch) {
    count("branch " + branch);
  }

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  void addAll(Reach other) {
    other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
  }

  /** What is expected and was never reached. */
  List<String> missing(List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(counts.keySet());
    return missing;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach((what, count) -> text.append(String.format("%10d  %s%n", count, what)));
    return text.toString();
  }
}
