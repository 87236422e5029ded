package io.strandline.sim;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.error.InternalException;
import io.strandline.error.StalePlanException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.FactsRow;
import io.strandline.plan.ColumnCheck;
import io.strandline.plan.ColumnNames;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.FileDocument;
import io.strandline.port.ForeignCommits;
import io.strandline.port.WrittenFiles;
import io.strandline.port.contract.BronzeRow;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One simulated process's view of a bronze table. */
final class SimBronzeTable implements BronzeTable {

  private static final int ROWS_A_FILE = 4;

  private final Warehouse warehouse;
  private final Gate gate;
  private final String location;
  private final String name;

  SimBronzeTable(Warehouse warehouse, Gate gate, String location, String name) {
    this.warehouse = warehouse;
    this.gate = gate;
    this.location = location;
    this.name = name;
  }

  /** A table at one version. */
  record Head(
      BronzeLog log,
      long version,
      StreamState state,
      List<TableColumn> captured,
      ForeignCommits foreignCommits)
      implements BronzeHead.Present {

    /** This head with another judgement of others' commits. */
    Head judged(ForeignCommits judgement) {
      return new Head(log, version, state, captured, judgement);
    }

    @Override
    public String tableId() {
      return log.tableId();
    }

    @Override
    public boolean allowsWidening() {
      return log.allowsWidening();
    }

    @Override
    public boolean isNameMapped() {
      return captured.stream().anyMatch(column -> ColumnNames.needsMapping(column.name()));
    }
  }

  /** Data files on their way. */
  record Files(List<DataFile> all) implements WrittenFiles {

    @Override
    public int files() {
      return all.size();
    }

    @Override
    public long bytes() {
      return 100 * rows();
    }

    @Override
    public long rows() {
      return all.stream().mapToLong(file -> file.rows().size()).sum();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BronzeHead head() {
    return gate.call(PortCall.HEAD, this::look);
  }

  private BronzeHead look() {
    Optional<BronzeLog> log = warehouse.bronze(location);
    if (log.isEmpty()) {
      return new BronzeHead.Absent();
    }
    Optional<BronzeVersion> own = log.get().newestOwn();
    if (own.isEmpty()) {
      return new BronzeHead.Foreign(log.get().tableId());
    }
    StreamState state = own.get().state().orElseThrow();
    gate.found(state);
    return new Head(
        log.get(),
        log.get().newest().number(),
        state,
        log.get().captured(),
        foreign(log.get().foreignAfter(own.get().number())));
  }

  private static ForeignCommits foreign(Optional<BronzeVersion> found) {
    return found
        .filter(version -> version.foreign().orElseThrow().harmful())
        .<ForeignCommits>map(
            version ->
                new ForeignCommits.Harmful(
                    version.number(), version.foreign().orElseThrow().what()))
        .orElseGet(ForeignCommits.Harmless::new);
  }

  @Override
  public void create(List<TableColumn> captured, Function<String, StreamState> initial) {
    ColumnNames.verify(captured);
    gate.run(
        PortCall.CREATE,
        () -> {
          if (!warehouse.createBronze(
              location, captured, tableId -> Optional.of(initial.apply(tableId)))) {
            gate.foundTable();
          }
        });
  }

  @Override
  public WrittenFiles write(
      BronzeHead.Present table,
      List<TableColumn> captured,
      Stamp stamp,
      Iterator<BronzeRows> rows) {
    return gate.call(PortCall.WRITE, () -> writeAll(captured, stamp, rows));
  }

  private WrittenFiles writeAll(
      List<TableColumn> captured, Stamp stamp, Iterator<BronzeRows> rows) {
    List<DataFile> written = new ArrayList<>();
    List<BronzeRow> open = new ArrayList<>();
    try {
      while (rows.hasNext()) {
        open.addAll(BronzeRow.of(rows.next(), stamp, captured));
        if (open.size() >= ROWS_A_FILE) {
          written.add(file(open));
          open.clear();
        }
      }
      if (!open.isEmpty()) {
        written.add(file(open));
      }
    } catch (RuntimeException e) {
      written.forEach(warehouse::delete);
      throw e;
    }
    return new Files(List.copyOf(written));
  }

  private DataFile file(List<BronzeRow> rows) {
    DataFile file = warehouse.newFile(rows);
    gate.wrote(file);
    return file;
  }

  @Override
  public void checkColumns(BronzeHead.Present base, List<TableColumn> captured) {
    ColumnCheck.verify(base.schema(), captured, List.of());
  }

  @Override
  public CommitOutcome commit(
      BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next) {
    Head head = (Head) base;
    checkColumns(base, captured);
    if (next.batchId() <= head.state().batchId()) {
      throw new InternalException(
          "batch " + next.batchId() + " on " + head.state().batchId(), "report this");
    }
    return gate.call(PortCall.COMMIT, () -> decide(head, captured, ((Files) files).all(), next));
  }

  private CommitOutcome decide(
      Head head, List<TableColumn> captured, List<DataFile> files, StreamState next) {
    gate.committing(next);
    CommitFault fault = gate.commitFault();
    if (fault == CommitFault.NEVER) {
      return unknown("the request was lost");
    }
    if (fault == CommitFault.LATER) {
      head.log().delay(head.version(), captured, files, next);
      return unknown("the request timed out");
    }
    boolean there = warehouse.bronze(location).filter(log -> log == head.log()).isPresent();
    boolean won = there && head.log().commit(head.version(), captured, files, next);
    if (fault == CommitFault.HAPPENED) {
      return unknown("the answer was lost");
    }
    if (won) {
      return new CommitOutcome.Committed(head.log().newest().number());
    }
    gate.conflicted();
    return new CommitOutcome.Conflict();
  }

  private static CommitOutcome unknown(String why) {
    return new CommitOutcome.Unknown(
        new TargetNotWritableException("commit: " + why, "look at the store"));
  }

  @Override
  public Fate fateOf(BronzeHead.Present base, StreamState next) {
    Fate fate = gate.call(PortCall.FATE_OF, () -> ((Head) base).log().fateOf(next));
    gate.resolved(fate);
    return fate;
  }

  @Override
  public WrittenFiles noFiles() {
    return new Files(List.of());
  }

  @Override
  public WrittenFiles joined(List<WrittenFiles> parts) {
    return new Files(parts.stream().flatMap(part -> ((Files) part).all().stream()).toList());
  }

  @Override
  public List<FileDocument> describe(WrittenFiles files) {
    return ((Files) files)
        .all().stream()
            .map(
                file ->
                    new FileDocument(
                        file.name(), 100L * file.rows().size(), 0, file.rows().size(), ""))
            .toList();
  }

  @Override
  public WrittenFiles filesOf(List<FileDocument> documents) {
    return new Files(documents.stream().map(this::fileOf).toList());
  }

  private DataFile fileOf(FileDocument document) {
    return warehouse
        .file(document.path())
        .filter(file -> !file.isDeleted() && 100L * file.rows().size() == document.size())
        .filter(file -> file.rows().size() == document.rows())
        .orElseThrow(
            () ->
                new StalePlanException(
                    "the file '" + document.path() + "' is not there as it was written",
                    "plan and write anew"));
  }

  @Override
  public Optional<String> storeEvents(List<FactsRow> all) {
    return LastBatch.holds(all)
        ? Optional.empty()
        : Optional.of(warehouse.storeEvents(location, all));
  }

  @Override
  public List<FactsRow> readEvents(String reference) {
    return warehouse
        .events(location, reference)
        .orElseThrow(
            () ->
                new TargetNotWritableException(
                    "the events '" + reference + "' are gone", "restore the file"));
  }

  @Override
  public void discard(WrittenFiles files) {
    gate.run(PortCall.DISCARD, () -> ((Files) files).all().forEach(warehouse::delete));
  }

  @Override
  public void maintain() {
    gate.run(PortCall.MAINTAIN, () -> {});
  }
}
