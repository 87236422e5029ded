package io.strandline.checks.crash;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.FileDocument;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A real table store that halts around its calls. */
record HaltingStore(TableStore store, HaltPoint halt) implements TableStore {

  @Override
  public BronzeTable bronze(TableLocations locations) {
    return new HaltingBronze(store.bronze(locations), halt);
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    return new HaltingFacts(store.facts(locations), halt);
  }

  @Override
  public ControlTable control(TableLocations locations) {
    return new HaltingControl(store.control(locations), halt);
  }

  @Override
  public String tableName(String location, String warehouse) {
    return store.tableName(location, warehouse);
  }

  @Override
  public void close() {
    store.close();
  }

  private record HaltingBronze(BronzeTable table, HaltPoint halt) implements BronzeTable {

    @Override
    public String name() {
      return table.name();
    }

    @Override
    public BronzeHead head() {
      halt.reached(Phase.OPENING);
      return table.head();
    }

    @Override
    public void create(List<TableColumn> captured, Function<String, StreamState> initial) {
      halt.reached(Phase.BEFORE_CREATE);
      table.create(captured, initial);
      halt.reached(Phase.AFTER_CREATE);
    }

    @Override
    public WrittenFiles write(
        BronzeHead.Present head,
        List<TableColumn> captured,
        Stamp stamp,
        Iterator<BronzeRows> rows) {
      WrittenFiles files = table.write(head, captured, stamp, rows);
      halt.reached(Phase.AFTER_WRITE);
      return files;
    }

    @Override
    public CommitOutcome commit(
        BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next) {
      halt.reached(Phase.BEFORE_COMMIT);
      CommitOutcome outcome = table.commit(base, captured, files, next);
      halt.reached(Phase.AFTER_COMMIT);
      return outcome;
    }

    @Override
    public Fate fateOf(BronzeHead.Present base, StreamState next) {
      return table.fateOf(base, next);
    }

    @Override
    public WrittenFiles noFiles() {
      return table.noFiles();
    }

    @Override
    public void checkColumns(BronzeHead.Present base, List<TableColumn> captured) {
      table.checkColumns(base, captured);
    }

    @Override
    public WrittenFiles joined(List<WrittenFiles> parts) {
      return table.joined(parts);
    }

    @Override
    public List<FileDocument> describe(WrittenFiles files) {
      return table.describe(files);
    }

    @Override
    public WrittenFiles filesOf(List<FileDocument> documents) {
      return table.filesOf(documents);
    }

    @Override
    public Optional<String> storeEvents(List<FactsRow> all) {
      return table.storeEvents(all);
    }

    @Override
    public List<FactsRow> readEvents(String reference) {
      return table.readEvents(reference);
    }

    @Override
    public void discard(WrittenFiles files) {
      table.discard(files);
    }

    @Override
    public void maintain() {
      table.maintain();
      halt.reached(Phase.AFTER_MAINTENANCE);
    }
  }

  private record HaltingFacts(FactsTable table, HaltPoint halt) implements FactsTable {

    @Override
    public void createIfAbsent() {
      table.createIfAbsent();
    }

    @Override
    public View view() {
      return table.view();
    }

    @Override
    public void append(String tableId, String appId, long batchId, List<FactsRow> rows) {
      halt.reached(Phase.BEFORE_FACTS);
      table.append(tableId, appId, batchId, rows);
      halt.reached(Phase.AFTER_FACTS);
    }
  }

  private record HaltingControl(ControlTable table, HaltPoint halt) implements ControlTable {

    @Override
    public void createIfAbsent() {
      table.createIfAbsent();
    }

    @Override
    public Optional<ControlRow> read(String tableName) {
      return table.read(tableName);
    }

    @Override
    public List<ControlRow> all() {
      return table.all();
    }

    @Override
    public ControlRow publish(ControlRow row) {
      halt.reached(Phase.BEFORE_PUBLISH);
      ControlRow published = table.publish(row);
      halt.reached(Phase.AFTER_PUBLISH);
      return published;
    }
  }
}
