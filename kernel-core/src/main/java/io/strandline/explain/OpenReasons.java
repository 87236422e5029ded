package io.strandline.explain;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.plan.TargetCheck;
import io.strandline.plan.VerdictCheck;
import io.strandline.port.BronzeHead;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a period is open, from the tables first and then from the source. */
final class OpenReasons {

  private final Evidence evidence;
  private final Instant needed;
  private final List<Reason> reasons = new ArrayList<>();

  OpenReasons(Evidence evidence, Instant end) {
    this.evidence = evidence;
    this.needed = Needed.of(end, evidence.granularity());
  }

  List<Reason> reasons() {
    if (evidence.bronze() instanceof Answer.Given<BronzeHead> given) {
      tables(given.value());
    } else {
      if (evidence.bronze() instanceof Answer.Failed<BronzeHead> failed) {
        reasons.add(error(ReasonCode.TABLE_UNREADABLE, "the table cannot be read", failed.error()));
      }
      source(Optional.empty());
    }
    return List.copyOf(reasons);
  }

  private void tables(BronzeHead head) {
    if (head instanceof BronzeHead.Present table) {
      present(table);
    } else if (head instanceof BronzeHead.Foreign foreign) {
      anotherTable(foreign, "");
      stopped(
          TargetCheck.withoutState(
              evidence.table(), evidence.row(), evidence.newestFacts(), foreign.tableId()));
    } else {
      reasons.add(
          Reason.of(
              ReasonCode.NO_TABLE,
              evidence.row().flatMap(ControlRow::finalizedUntil).isPresent()
                  ? "the table that a verdict was published of is gone"
                  : "there is no table yet",
              "call ingest(), which makes it, or correct the table's name"));
      source(Optional.empty());
    }
  }

  private void anotherTable(BronzeHead head, String remedy) {
    evidence
        .row()
        .filter(row -> VerdictCheck.isOfAnother(row, head))
        .ifPresent(
            row ->
                reasons.add(
                    Reason.of(
                        ReasonCode.ANOTHER_TABLE,
                        "the published verdict"
                            + row.finalizedUntil().map(until -> " " + until).orElse("")
                            + " is of another table that had this name (its id was "
                            + row.tableId()
                            + " and the table's is "
                            + head.id().orElseThrow()
                            + ")",
                        remedy)));
  }

  private void present(BronzeHead.Present table) {
    StreamState state = table.state();
    try {
      TargetCheck.verify(appId(state), table, evidence.row(), evidence.newestFacts());
    } catch (StrandlineException e) {
      anotherTable(table, "");
      stopped(e);
      return;
    }
    anotherTable(table, "call ingest(), which replaces it");
    boolean readPast = !state.offset().commitTs().isBefore(needed);
    if (readPast && state.batchId() > StreamState.CREATION) {
      reasons.add(late(state));
      return;
    }
    if (state.snapshot().filter(snapshot -> !snapshot.done()).isPresent()) {
      reasons.add(openSnapshot(state.snapshot().get()));
    }
    source(Optional.of(table));
  }

  private String appId(StreamState state) {
    return evidence.options().map(options -> options.appId()).orElse(state.appId());
  }

  private Reason late(StreamState state) {
    String published =
        evidence
            .confirmed()
            .flatMap(ControlRow::finalizedUntil)
            .map(until -> "the published verdict is " + until)
            .orElse("no verdict is published");
    return Reason.of(
            ReasonCode.VERDICT_LATE,
            "the table has read up to "
                + state.offset().commitTs()
                + ", but "
                + published
                + ", as after a crash or a failed publish",
            "call ingest(), which publishes it")
        .until(evidence.granularity().truncate(state.offset().commitTs()));
  }

  private static Reason openSnapshot(SnapshotState snapshot) {
    return Reason.of(
        ReasonCode.OPEN_SNAPSHOT,
        "the snapshot of the source table at " + snapshot.lsn() + " is not in yet",
        "call ingest() or snapshot() until it is; changes follow after it");
  }

  private void source(Optional<BronzeHead.Present> table) {
    reasons.addAll(new SourceReasons(evidence, table, needed).reasons());
  }

  private void stopped(StrandlineException refused) {
    reasons.add(error(ReasonCode.INGESTION_STOPPED, "ingest() would stop", refused));
  }

  /** A reason that is an error of the product. */
  static Reason error(ReasonCode code, String what, StrandlineException error) {
    return Reason.of(code, what + " with " + error.code() + ": " + message(error), error.remedy());
  }

  /** Which reason an error of the source, or of planning, is. */
  static Reason error(StrandlineException error) {
    if (error.code() == ErrorCode.SOURCE_UNAVAILABLE) {
      return error(ReasonCode.SOURCE_UNREACHABLE, "the source cannot be reached", error);
    }
    ReasonCode code =
        switch (error.code()) {
          case DATA_LOSS -> ReasonCode.DATA_LOSS;
          case SCHEMA_CHANGED, UNSUPPORTED_TYPE -> ReasonCode.SCHEMA_CHANGE;
          default -> ReasonCode.INGESTION_STOPPED;
        };
    return error(code, "ingest() would stop", error);
  }

  private static String message(StrandlineException error) {
    String text = String.valueOf(error.getMessage());
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
