package io.strandline.stream;

import io.strandline.error.ConcurrentIngestException;
import io.strandline.error.ForeignTableException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.SourceCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.FactsTable;
import io.strandline.port.SourcePoll;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.Progress;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;

/**
 * Goes on with a stream after its source, zone or target was changed on purpose.
 *
 * <p>It never goes below what was published: it continues from the highest of the state, the
 * control row and the facts, and what may be missing below is recorded as a gap.
 */
final class Adoption {

  /** Facts rows in which the newest end of a table is looked for. */
  private static final int NEWEST_FACTS = 100;

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;

  Adoption(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
  }

  Optional<Adopted> adopt(Set<Adoptable> wanted) {
    String name = tables.bronze().name();
    Optional<ControlRow> published = tables.control().read(name);
    FactsTable.View facts = tables.facts().view();
    BronzeHead.Present table = present(tables.bronze().head());
    StreamState state = table.state();
    Known known = known(state, name, published, facts);
    CallProgress call = new CallProgress(tables, surroundings.clock().instant(), Progress.none());
    Look look = new Look(source, options, surroundings.clock());
    SourcePoll poll = look.poll(call, Optional.of(state.source()), known.highest().lsn());
    SourceCheck.listed(options.captureInstance(), poll);
    ZoneId zone = ClockCheck.zone(poll.clock(), Optional.empty());
    AdoptedChanges changes =
        AdoptedChanges.of(options.appId(), table, published, known.batch(), poll, zone);
    changes.refuseOthersThan(wanted);
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    // What the last batch's caller may have left out: this commit takes its place in the state.
    boolean factsMissing = facts.newestBatch(table.tableId(), state.appId()) < state.batchId();
    new Opening(published, table, factsMissing).repairFacts(tables);
    Optional<ControlRow> own = tables.replaceOthers(state, published);
    AdoptedState next =
        new AdoptedState(
            state,
            known.highest(),
            known.batch(),
            poll,
            zone,
            poll.clock().utc().plus(options.clocks().maxSkew()),
            StateEvents.replacesAnotherTable(state, own));
    StreamState adopted = next.after(changes, name, surroundings.newId());
    if (!new Commit(tables.bronze())
        .happens(table, table.captured(), tables.bronze().noFiles(), adopted)) {
      throw new ConcurrentIngestException(
          "another caller of stream '" + options.appId() + "' was first", "call again");
    }
    tables.appendFacts(adopted);
    tables.publish(adopted, own);
    return Optional.of(
        new Adopted(name, changes.words(), adopted.offset(), adopted.losslessSince()));
  }

  private BronzeHead.Present present(BronzeHead head) {
    if (!(head instanceof BronzeHead.Present table)) {
      throw new InvalidOptionsException(
          "there is no stream's table at " + tables.bronze().name() + " to adopt",
          "name the stream's target; a table that has lost its state cannot be continued, so start"
              + " a new one (another target)");
    }
    if (!table.state().appId().equals(options.appId())) {
      throw new ForeignTableException(
          "the table belongs to stream '" + table.state().appId() + "'",
          "give its app id, or another target");
    }
    return table;
  }

  /** The highest that is known of a table: its offset and its newest batch. */
  private record Known(Offset highest, long batch) {}

  private static Known known(
      StreamState state, String name, Optional<ControlRow> published, FactsTable.View facts) {
    Offset highest = state.offset();
    Optional<Offset> row =
        published.filter(there -> there.tableId().equals(state.tableId())).flatMap(ControlRow::end);
    highest = later(highest, row);
    long batch = Math.max(state.batchId(), facts.newestBatch(state.tableId(), state.appId()));
    if (batch > state.batchId()) {
      for (FactsRow newest : facts.history(name, Instant.EPOCH, NEWEST_FACTS)) {
        highest = later(highest, end(newest, state.tableId()));
      }
    }
    return new Known(highest, batch);
  }

  private static Optional<Offset> end(FactsRow row, String tableId) {
    Optional<String> lsn =
        row.get(FactsColumn.TABLE_ID, String.class)
            .filter(tableId::equals)
            .flatMap(id -> row.get(FactsColumn.END_LSN, String.class));
    Optional<Instant> ts = row.get(FactsColumn.END_COMMIT_TS, Instant.class);
    return lsn.isPresent() && ts.isPresent()
        ? Optional.of(new Offset(Lsn.parse(lsn.get()), ts.get()))
        : Optional.empty();
  }

  private static Offset later(Offset offset, Optional<Offset> other) {
    return other.filter(there -> there.lsn().isAfter(offset.lsn())).orElse(offset);
  }
}
