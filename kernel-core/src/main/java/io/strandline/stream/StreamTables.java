package io.strandline.stream;

import io.strandline.error.InvalidOptionsException;
import io.strandline.facts.FactsRow;
import io.strandline.option.StreamOptions;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableStore;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import io.strandline.verdict.GroupIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of one stream, and what is written to facts and control from a committed state. */
record StreamTables(
    String appId,
    Granularity granularity,
    BronzeTable bronze,
    FactsTable facts,
    ControlTable control) {

  static StreamTables open(TableStore store, StreamOptions options) {
    BronzeTable bronze = store.bronze(options.tables());
    if (bronze.name().startsWith(GroupIdentity.PREFIX)) {
      throw new InvalidOptionsException(
          "the target's name below the warehouse would be '"
              + bronze.name()
              + "', and names that begin with '"
              + GroupIdentity.PREFIX
              + "' are of groups' rows in the control table",
          "give another target, whose path below the warehouse begins otherwise");
    }
    return new StreamTables(
        options.appId(),
        options.granularity(),
        bronze,
        store.facts(options.tables()),
        store.control(options.tables()));
  }

  /** Creates the tables that every stream has beside its own, unless they are there. */
  void createShared() {
    facts.createIfAbsent();
    control.createIfAbsent();
  }

  /** A batch's facts for its state; events that a state cannot hold are kept beside the table. */
  LastBatch lastBatch(FactsRow batch, List<FactsRow> events) {
    Optional<String> more = bronze.storeEvents(events);
    return more.isEmpty()
        ? LastBatch.of(batch, events)
        : new LastBatch(Optional.of(batch), LastBatch.held(events), more);
  }

  /** Writes the facts of the state's newest batch, once. */
  void appendFacts(StreamState state) {
    LastBatch last = state.lastBatch().orElseThrow();
    List<FactsRow> rows = new ArrayList<>();
    last.batch().ifPresent(rows::add);
    rows.addAll(last.more().map(bronze::readEvents).orElse(last.events()));
    facts.append(state.tableId(), state.appId(), state.batchId(), rows);
  }

  /**
   * Publishes the verdict of a committed state unless readers would see no difference.
   *
   * @param known the row as last read
   * @return the row that is there afterwards
   */
  ControlRow publish(StreamState state, Optional<ControlRow> known) {
    ControlRow wanted = row(state, Optional.of(granularity.truncate(state.offset().commitTs())));
    if (known.isPresent() && wanted.over(known.get()).saysTheSameAs(known.get())) {
      return known.get();
    }
    return control.publish(wanted);
  }

  /**
   * Takes the verdict of another table of this name back, before this table's first commit.
   *
   * @param known the row as last read
   * @return the row that is there afterwards
   */
  Optional<ControlRow> replaceOthers(StreamState state, Optional<ControlRow> known) {
    return known.filter(row -> !row.tableId().equals(state.tableId())).isPresent()
        ? Optional.of(control.publish(row(state, Optional.empty())))
        : known;
  }

  private ControlRow row(StreamState state, Optional<java.time.Instant> finalizedUntil) {
    return new ControlRow(
        bronze.name(),
        state.tableId(),
        state.appId(),
        finalizedUntil,
        granularity,
        state.losslessSince(),
        state.offset());
  }
}
