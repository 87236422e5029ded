package io.strandline.stream;

import io.strandline.error.ConcurrentIngestException;
import io.strandline.error.ForeignTableException;
import io.strandline.error.InvalidOptionsException;
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
    StreamState state = table.state().ofTable(table.tableId());
    Known known = Known.of(table, name, published, facts);
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
    boolean factsMissing =
        facts.newestBatch(table.state().tableId(), state.appId()) < state.batchId();
    new Opening(published, table, factsMissing).repairFacts(tables);
    AdoptedState next =
        new AdoptedState(
            state,
            known.highest(),
            known.batch(),
            poll,
            zone,
            poll.clock().utc().plus(options.clocks().maxSkew()),
            StateEvents.replacesAnotherTable(state, published));
    StreamState adopted = next.after(changes, name, surroundings.newId());
    if (!new Commit(tables.bronze())
        .happens(table, table.captured(), tables.bronze().noFiles(), adopted)) {
      throw new ConcurrentIngestException(
          "another caller of stream '" + options.appId() + "' was first", "call again");
    }
    tables.appendFacts(adopted);
    // Not before the commit: another table's verdict, or that of this one's old id, is kept till
    // then.
    tables.publish(adopted, tables.replaceOthers(adopted, published));
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
}
