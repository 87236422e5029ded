package io.strandline.stream;

import io.strandline.explain.Answer;
import io.strandline.explain.Evidence;
import io.strandline.explain.Explanation;
import io.strandline.explain.Explanations;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.plan.InstanceOrder;
import io.strandline.plan.VerdictCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ChangeSource;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.state.LastBatch;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import io.strandline.verdict.Granularity;
import io.strandline.verdict.Periods;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers what an explanation is made from; writes nothing. */
record Explaining(BronzeTable bronze, FactsTable facts, ControlTable control, InstantSource clock) {

  /** Facts rows in which the gaps of a period are looked for. */
  private static final int MOST_FACTS = 2_000;

  /** By how much the reader's clock, which stamps facts, may be behind the source's. */
  private static final Duration CLOCK_MARGIN = Duration.ofDays(1);

  /** A source to look at, with the options of the stream that reads it. */
  record Asked(ChangeSource source, StreamOptions options) {}

  Explanation explain(Optional<Asked> asked, Instant start, Instant end) {
    Periods.verify(start, end);
    String name = bronze.name();
    Optional<ControlRow> row = control.read(name);
    FactsTable.View view = facts.view();
    Answer<BronzeHead> head = Answer.of(bronze::head);
    Finality finality = finality(asked, row, head, start, end);
    List<FactsRow> history =
        finality == Finality.FINAL_WITH_GAP
            ? view.history(name, start.minus(CLOCK_MARGIN), MOST_FACTS)
            : List.of();
    Answer<SourcePoll> poll = new Answer.NotAsked<>();
    if (finality == Finality.OPEN && asked.isPresent()) {
      PollRequest request = request(asked.get().options(), state(head));
      Optional<SourceIdentity> known = state(head).map(StreamState::source);
      poll = Answer.of(() -> InstanceOrder.of(asked.get().source().poll(request), known));
    }
    Answer<Long> waiting =
        poll instanceof Answer.Given<SourcePoll> given
            ? waiting(asked.orElseThrow().source(), given.value(), state(head))
            : new Answer.NotAsked<>();
    Evidence evidence =
        new Evidence(
            name,
            granularity(asked, row),
            row,
            newestFacts(view, head, row),
            withUnwritten(history, state(head)),
            history.size() < MOST_FACTS,
            head,
            poll,
            waiting,
            asked.map(Asked::options),
            clock.instant());
    return Explanations.of(evidence, start, end);
  }

  private static Finality finality(
      Optional<Asked> asked,
      Optional<ControlRow> row,
      Answer<BronzeHead> head,
      Instant start,
      Instant end) {
    Optional<String> appId = asked.map(there -> there.options().appId());
    return head instanceof Answer.Given<BronzeHead> given
        ? Finality.of(VerdictCheck.confirmed(row, given.value(), appId), start, end)
        : Finality.OPEN;
  }

  private static Granularity granularity(Optional<Asked> asked, Optional<ControlRow> row) {
    return asked
        .map(there -> there.options().granularity())
        .or(() -> row.map(ControlRow::granularity))
        .orElse(Granularity.HOUR);
  }

  private static Optional<StreamState> state(Answer<BronzeHead> head) {
    return head instanceof Answer.Given<BronzeHead> given
            && given.value() instanceof BronzeHead.Present table
        ? Optional.of(table.state())
        : Optional.empty();
  }

  private static PollRequest request(StreamOptions options, Optional<StreamState> state) {
    return state
        .map(
            there ->
                new PollRequest(
                    options.captureInstance(), there.source().names(), there.offset().lsn()))
        .orElseGet(() -> new PollRequest(options.captureInstance(), Lsn.ZERO));
  }

  /** What the look tells by itself is not counted. */
  private static Answer<Long> waiting(
      ChangeSource source, SourcePoll poll, Optional<StreamState> state) {
    Optional<Lsn> from = state.map(there -> there.offset().lsn());
    Optional<Lsn> to = poll.max().map(MappedCommit::lsn);
    if (from.isEmpty() || to.isEmpty() || !to.get().isAfter(from.get())) {
      return new Answer.NotAsked<>();
    }
    if (poll.above().equals(poll.max())) {
      return new Answer.Given<>(1L);
    }
    LsnRange unread = new LsnRange(from.get(), to.get());
    return Answer.of(() -> source.entries(unread, Evidence.MOST_WAITING + 1));
  }

  private static long newestFacts(
      FactsTable.View view, Answer<BronzeHead> head, Optional<ControlRow> row) {
    if (head instanceof Answer.Given<BronzeHead> given
        && given.value() instanceof BronzeHead.Foreign foreign) {
      return row.map(there -> view.newestBatch(foreign.tableId(), there.appId())).orElse(-1L);
    }
    return state(head).map(state -> view.newestBatch(state.tableId(), state.appId())).orElse(-1L);
  }

  /** With the newest commit's events, which a crash may have left out of the facts. */
  private static List<FactsRow> withUnwritten(List<FactsRow> history, Optional<StreamState> state) {
    List<FactsRow> all = new ArrayList<>(history);
    List<FactsRow> events =
        state.flatMap(StreamState::lastBatch).map(LastBatch::events).orElse(List.of());
    boolean written =
        events.stream()
            .allMatch(
                event ->
                    history.stream()
                        .anyMatch(
                            row -> row.values().entrySet().containsAll(event.values().entrySet())));
    if (!history.isEmpty() && written) {
      return all;
    }
    all.addAll(events);
    return all;
  }
}
