package io.strandline.check;

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

/** Passes every call on, for substitutes that change one. */
public class PassingStore implements TableStore {

  private final TableStore store;

  protected PassingStore(TableStore store) {
    this.store = store;
  }

  @Override
  public BronzeTable bronze(TableLocations locations) {
    return store.bronze(locations);
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    return store.facts(locations);
  }

  @Override
  public ControlTable control(TableLocations locations) {
    return store.control(locations);
  }

  @Override
  public String tableName(String location, String warehouse) {
    return store.tableName(location, warehouse);
  }

  @Override
  public void close() {
    store.close();
  }

  /** Passes every call of a bronze table on. */
  public static class Bronze implements BronzeTable {

    private final BronzeTable table;

    protected Bronze(BronzeTable table) {
      this.table = table;
    }

    @Override
    public String name() {
      return table.name();
    }

    @Override
    public BronzeHead head() {
      return table.head();
    }

    @Override
    public void create(List<TableColumn> captured, Function<String, StreamState> initial) {
      table.create(captured, initial);
    }

    @Override
    public WrittenFiles write(
        BronzeHead.Present head,
        List<TableColumn> captured,
        Stamp stamp,
        Iterator<BronzeRows> rows) {
      return table.write(head, captured, stamp, rows);
    }

    @Override
    public CommitOutcome commit(
        BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next) {
      return table.commit(base, captured, files, next);
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
    }
  }

  /** Passes every call of a control table on. */
  public static class Control implements ControlTable {

    private final ControlTable table;

    protected Control(ControlTable table) {
      this.table = table;
    }

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
      return table.publish(row);
    }
  }

  /** Passes every call of a facts table on. */
  public static class Facts implements FactsTable {

    private final FactsTable table;

    protected Facts(FactsTable table) {
      this.table = table;
    }

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
      table.append(tableId, appId, batchId, rows);
    }
  }
}
