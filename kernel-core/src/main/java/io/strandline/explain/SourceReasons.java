package io.strandline.explain;

import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.port.BronzeHead;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.IdleEntries;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a table has not reached a time, from one look at its source. */
final class SourceReasons {

  /**
   * How often an idle capture job records an entry (measured on SQL Server 2022, about so; not
   * documented).
   */
  static final Duration IDLE_ENTRY = Duration.ofMinutes(5);

  /** Entries come some seconds late. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private static final String CAPTURE =
      "check that SQL Server Agent and the capture job run (sys.sp_cdc_help_jobs,"
          + " sys.dm_cdc_errors)";

  private final Evidence evidence;
  private final Optional<BronzeHead.Present> table;
  private final Instant needed;
  private final List<Reason> reasons = new ArrayList<>();

  SourceReasons(Evidence evidence, Optional<BronzeHead.Present> table, Instant needed) {
    this.evidence = evidence;
    this.table = table;
    this.needed = needed;
  }

  List<Reason> reasons() {
    if (evidence.source() instanceof Answer.Given<SourcePoll> given) {
      seen(given.value());
    } else if (evidence.source() instanceof Answer.Failed<SourcePoll> failed) {
      reasons.add(OpenReasons.error(failed.error()));
      reasons.add(fromTables());
    } else {
      reasons.add(fromTables());
    }
    return List.copyOf(reasons);
  }

  /** What is known without the source. */
  private Reason fromTables() {
    String read =
        state()
            .map(state -> "the table has read up to " + state.offset().commitTs())
            .orElse("nothing is known of what was read");
    boolean over = !evidence.now().isBefore(needed);
    return Reason.of(
        ReasonCode.SOURCE_NOT_ASKED,
        read
            + " and needs "
            + needed
            + ", which "
            + (over ? "has passed" : "has not come")
            + " by the reader's clock; what the source holds is unknown",
        "call ingest(), or explain with a connection to the source");
  }

  private Optional<StreamState> state() {
    return table.map(BronzeHead.Present::state);
  }

  private void seen(SourcePoll poll) {
    Instant clock = poll.clock().utc();
    boolean over = !clock.isBefore(needed);
    if (!over) {
      reasons.add(notOver(clock));
    }
    Optional<Reason> stopped = stopped(poll);
    stopped.ifPresent(reasons::add);
    if (neverRan(poll)) {
      return;
    }
    MappedCommit max = poll.max().orElseThrow();
    Instant captured = commitTs(max, poll);
    Duration silence = Duration.between(captured, clock);
    if (captured.isBefore(needed)) {
      waits(over, captured, silence);
    } else if (stopped.isEmpty()) {
      reasons.add(ingestionBehind(captured));
    }
  }

  /** The source has not captured far enough. */
  private void waits(boolean over, Instant captured, Duration silence) {
    if (silence.compareTo(IdleEntries.STALL) > 0) {
      reasons.add(stalled(captured, silence));
    } else if (over) {
      boolean late = silence.compareTo(IDLE_ENTRY.plus(GRACE)) > 0;
      reasons.add(late ? behind(captured, silence) : idle(captured));
    }
  }

  private Reason notOver(Instant clock) {
    return Reason.of(
            ReasonCode.PERIOD_NOT_OVER,
            "by the source's clock it is "
                + clock
                + ", and the verdict can reach the period's end from "
                + needed
                + " on, in whole "
                + evidence.granularity().text()
                + "s",
            "wait for that time, then call ingest()")
        .until(needed);
  }

  /** Whether the next call of ingest would stop, by what planning would see. */
  private Optional<Reason> stopped(SourcePoll poll) {
    if (evidence.options().isEmpty()) {
      return Optional.empty();
    }
    try {
      new NextCall(evidence.options().get(), poll, evidence.now()).verify(table);
      return Optional.empty();
    } catch (StrandlineException e) {
      return Optional.of(OpenReasons.error(e));
    }
  }

  private boolean neverRan(SourcePoll poll) {
    if (poll.max().isEmpty()) {
      reasons.add(
          Reason.of(ReasonCode.CAPTURE_NEVER_RAN, "capture has never recorded a commit", CAPTURE));
      return true;
    }
    Lsn max = poll.max().get().lsn();
    boolean notEnabled = state().filter(state -> max.isBefore(state.offset().lsn())).isPresent();
    if (notEnabled) {
      reasons.add(
          Reason.of(
              ReasonCode.CAPTURE_NEVER_RAN,
              "capture is at " + max + " and has not come to where the table begins",
              CAPTURE));
    }
    return notEnabled;
  }

  /** When a commit was, by the zone of the stream; never before what the table has carried. */
  private Instant commitTs(MappedCommit commit, SourcePoll poll) {
    Optional<ZoneId> zone = state().map(StreamState::zone).or(() -> poll.clock().zone());
    Instant own =
        zone.map(z -> CarriedClock.first(commit.local(), z).commitTs())
            .orElseGet(() -> commit.local().toInstant(poll.clock().offset()));
    return state()
        .map(state -> state.offset().commitTs())
        .filter(carried -> carried.isAfter(own))
        .orElse(own);
  }

  private static Reason stalled(Instant captured, Duration silence) {
    return Reason.of(
            ReasonCode.CAPTURE_STALLED,
            "capture has recorded nothing since "
                + captured
                + ", for "
                + Spans.text(silence)
                + ", though an idle one records an entry about every "
                + Spans.text(IDLE_ENTRY),
            CAPTURE)
        .since(captured)
        .behind(silence);
  }

  private static Reason behind(Instant captured, Duration silence) {
    return Reason.of(
            ReasonCode.CAPTURE_BEHIND,
            "capture has come to "
                + captured
                + " and is "
                + Spans.text(silence)
                + " behind the source's clock",
            "wait for capture; if it stays behind, " + CAPTURE)
        .since(captured)
        .behind(silence);
  }

  private static Reason idle(Instant captured) {
    Instant due = captured.plus(IDLE_ENTRY);
    return Reason.of(
            ReasonCode.IDLE_WITHOUT_HEARTBEAT,
            "the newest captured commit is at "
                + captured
                + ", and an idle source records the next entry about "
                + Spans.text(IDLE_ENTRY)
                + " later, at "
                + due,
            "call ingest() after that; sql/heartbeat.sql makes it ten seconds")
        .since(captured)
        .until(due);
  }

  private Reason ingestionBehind(Instant captured) {
    Optional<Instant> read = state().map(state -> state.offset().commitTs());
    Reason reason =
        Reason.of(
            ReasonCode.INGESTION_BEHIND,
            "the source has captured up to "
                + captured
                + read.map(
                        ts ->
                            " and the table has read up to "
                                + ts
                                + ", "
                                + Spans.text(Duration.between(ts, captured))
                                + commits()
                                + " behind")
                    .orElse(" and nothing is read yet"),
            "call ingest()");
    reason = read.map(ts -> Duration.between(ts, captured)).map(reason::behind).orElse(reason);
    return evidence.waiting() instanceof Answer.Given<Long> waiting
        ? reason.commits(waiting.value())
        : reason;
  }

  private String commits() {
    if (!(evidence.waiting() instanceof Answer.Given<Long> waiting)) {
      return "";
    }
    long count = waiting.value();
    if (count > Evidence.MOST_WAITING) {
      return " and more than " + Evidence.MOST_WAITING + " commits";
    }
    return " and " + count + (count == 1 ? " commit" : " commits");
  }
}
