package io.strandline.checks.tables;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.error.InternalException;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.plan.TargetCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.port.WrittenFiles;
import io.strandline.state.LastBatch;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/** A stream's steps on its tables, as a call takes them, around rows that are made up. */
final class Tables implements AutoCloseable {

  private static final String APP = "app-1";
  private static final Instant FROM = Instant.parse("2026-05-04T09:00:00Z");

  private final TableStore store =
      ServiceLoader.load(TableStoreProvider.class)
          .findFirst()
          .orElseThrow()
          .open(InstantSource.system());

  /** Commits a batch to a table, made if it is not there, and returns the table's new version. */
  long commit(BatchRequest request) {
    TableLocations locations = locations(request.table());
    BronzeTable bronze = store.bronze(locations);
    FactsTable facts = store.facts(locations);
    ControlTable control = store.control(locations);
    Optional<ControlRow> published = control.read(bronze.name());
    FactsTable.View view = facts.view();
    BronzeHead head = bronze.head();
    if (head instanceof BronzeHead.Foreign foreign) {
      throw TargetCheck.withoutState(
          bronze.name(), published, view.newestBatch(foreign.tableId(), APP), foreign.tableId());
    }
    if (head instanceof BronzeHead.Absent) {
      facts.createIfAbsent();
      control.createIfAbsent();
      bronze.create(request.columns(), States::created);
      head = bronze.head();
    }
    BronzeHead.Present table = (BronzeHead.Present) head;
    TargetCheck.verify(APP, table, published, view.newestBatch(table.tableId(), APP));
    return commit(bronze, facts, control, table, request);
  }

  private long commit(
      BronzeTable bronze,
      FactsTable facts,
      ControlTable control,
      BronzeHead.Present table,
      BatchRequest request) {
    List<TableColumn> captured = captured(table.captured(), request.columns());
    bronze.checkColumns(table, captured);
    long batch = table.state().batchId() + 1;
    Lsn end = MadeRows.lsn(batch, request.rows());
    StreamState next =
        States.next(table.state(), "attempt-" + batch, end, FROM.plusSeconds(60 * (batch + 1)));
    BronzeRows rows = MadeRows.of(batch, captured, request);
    WrittenFiles files =
        bronze.write(table, captured, stamp(batch, request), List.of(rows).iterator());
    CommitOutcome outcome = bronze.commit(table, captured, files, next);
    if (!(outcome instanceof CommitOutcome.Committed committed)) {
      throw new InternalException("the commit ended as " + outcome, "look at the table");
    }
    facts.append(next.tableId(), APP, batch, rows(next.lastBatch().orElseThrow()));
    control.publish(verdict(bronze.name(), next));
    bronze.maintain();
    return committed.version();
  }

  private static Stamp stamp(long batch, BatchRequest request) {
    return request.snapshot()
        ? new Stamp("dbo_orders", batch, Optional.of(MadeRows.lsn(batch, 0)), OptionalInt.of(0))
        : new Stamp("dbo_orders", batch);
  }

  /** The table's columns with the wanted types, and the wanted ones that it lacks after them. */
  private static List<TableColumn> captured(List<TableColumn> table, List<TableColumn> wanted) {
    List<TableColumn> captured = new ArrayList<>();
    for (TableColumn there : table) {
      captured.add(
          wanted.stream()
              .filter(column -> column.name().equals(there.name()))
              .findFirst()
              .orElse(there));
    }
    wanted.stream().filter(column -> !captured.contains(column)).forEach(captured::add);
    return captured;
  }

  private static List<FactsRow> rows(LastBatch last) {
    List<FactsRow> rows = new ArrayList<>();
    last.batch().ifPresent(rows::add);
    rows.addAll(last.events());
    return rows;
  }

  private static ControlRow verdict(String name, StreamState state) {
    return new ControlRow(
        name,
        state.tableId(),
        state.appId(),
        Optional.of(Granularity.MINUTE.truncate(state.offset().commitTs())),
        Granularity.MINUTE,
        state.losslessSince(),
        new Offset(state.offset().lsn(), state.offset().commitTs()));
  }

  private static TableLocations locations(Path table) {
    Path warehouse = table.toAbsolutePath().getParent();
    return new TableLocations(
        table.toString(),
        warehouse.resolve("strandline_facts").toString(),
        warehouse.resolve("strandline_control").toString(),
        warehouse.toString());
  }

  @Override
  public void close() {
    store.close();
  }
}
