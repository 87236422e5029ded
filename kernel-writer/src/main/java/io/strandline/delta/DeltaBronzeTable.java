package io.strandline.delta;

import io.delta.kernel.types.StructType;
import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.codec.FactsCodec;
import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.StateCodec;
import io.strandline.delta.kernel.CommitResult;
import io.strandline.delta.kernel.DataFile;
import io.strandline.delta.kernel.DataFiles;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.delta.kernel.ParquetOutput;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.kernel.TableCreation;
import io.strandline.delta.kernel.TableLayout;
import io.strandline.delta.kernel.TableTransaction;
import io.strandline.error.InternalException;
import io.strandline.error.StalePlanException;
import io.strandline.error.StrandlineException;
import io.strandline.error.TargetChangedException;
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
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A bronze table in Delta; its log's metadata domain holds the stream's state. */
final class DeltaBronzeTable implements BronzeTable {

  /** User metadata of a creation, which has no facts yet. */
  static final String CREATION_METADATA = "{\"" + FactsCodec.MARK + "\":\"create\"}";

  /** How often a commit is tried on top of other writers' harmless ones. */
  private static final int MAX_ATTEMPTS = 10;

  /** Code points of a text's bounds, as other Delta writers keep by default (documented). */
  private static final int MAX_BOUND_TEXT = 32;

  private final DeltaStorage storage;
  private final PostCommit after;
  private final ParquetOutput output;
  private final CommitJudge judge;
  private final Location location;
  private final String name;
  private final InstantSource clock;

  DeltaBronzeTable(
      DeltaStorage storage, PostCommit after, Location location, String name, InstantSource clock) {
    this.storage = storage;
    this.after = after;
    this.output = new ParquetOutput(storage, MAX_BOUND_TEXT);
    this.judge = new CommitJudge(storage, location);
    this.location = location;
    this.name = name;
    this.clock = clock;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BronzeHead head() {
    return Failures.reading(
        location,
        () -> Creations.find(storage, location).map(this::head).orElseGet(BronzeHead.Absent::new));
  }

  private BronzeHead head(DeltaSnapshot snapshot) {
    Optional<String> document = snapshot.domain(StateCodec.DOMAIN);
    if (document.isEmpty()) {
      return new BronzeHead.Foreign(snapshot.tableId());
    }
    StreamState state = read(document.get());
    return new DeltaBronzeHead(
        snapshot,
        state,
        BronzeSchema.captured(snapshot.schema()),
        judge.since(snapshot, state.attempt()));
  }

  private static String document(StreamState state) {
    try {
      return StateCodec.write(state);
    } catch (IllegalStateException e) {
      throw new InternalException(
          "the state of batch " + state.batchId() + " cannot be written: " + e.getMessage(),
          "This is a defect: report it with the number of events and capture instances.",
          e);
    }
  }

  private StreamState read(String document) {
    try {
      return StateCodec.read(document);
    } catch (MalformedDocumentException e) {
      throw new TargetNotWritableException(
          "the state in the log of '" + location + "' cannot be read: " + e.getMessage(),
          "Use the release that wrote it or a newer one.",
          e);
    }
  }

  @Override
  public void create(List<TableColumn> captured, Function<String, StreamState> initial) {
    ColumnNames.verify(captured);
    location.requireFolder();
    Creations.create(
        storage,
        location,
        new TableCreation(
            location.kernelPath(),
            KernelTypes.schema(BronzeSchema.columns(creatable(captured))),
            CreationProperties.of(captured),
            CREATION_METADATA,
            clock),
        Optional.of(
            new TableCreation.Domain(
                StateCodec.DOMAIN, tableId -> document(initial.apply(tableId)))),
        after);
  }

  /**
   * The columns that a table is created with; the others come in the commit of their first rows.
   *
   * <p>Kernel 4.4.0 creates no table with mapped names of which one holds a backslash before an n,
   * which it takes for a line feed (measured); the log and its readers take such a name.
   */
  private static List<TableColumn> creatable(List<TableColumn> captured) {
    return CreationProperties.areMapped(captured)
        ? captured.stream().filter(column -> !column.name().contains("\\n")).toList()
        : captured;
  }

  @Override
  public void checkColumns(BronzeHead.Present base, List<TableColumn> captured) {
    DeltaBronzeHead head = (DeltaBronzeHead) base;
    requireOurColumns(head);
    ColumnCheck.verify(
        head.schema(), captured, BronzeSchema.others(head.snapshot().schema(), head.captured()));
  }

  @Override
  public WrittenFiles write(
      BronzeHead.Present table,
      List<TableColumn> captured,
      Stamp stamp,
      Iterator<BronzeRows> rows) {
    checkColumns(table, captured);
    DeltaBronzeHead head = (DeltaBronzeHead) table;
    StructType schema = physical(head, captured);
    RowSource source = new RowSource(rows);
    BronzeBatches batches = new BronzeBatches(schema, captured, stamp, source);
    try {
      return output.write(
          head.snapshot().path(), schema, batches, BronzeSchema.bounded(schema, captured));
    } catch (StrandlineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw source.failed(e) ? e : Failures.notWritten(location, e);
    }
  }

  /** The columns that data files have, by their names there. */
  private static StructType physical(DeltaBronzeHead head, List<TableColumn> captured) {
    List<String> names = BronzeSchema.columns(captured).stream().map(TableColumn::name).toList();
    return TableLayout.of(head.snapshot(), captured).physicalSchema(names);
  }

  private void requireOurColumns(DeltaBronzeHead head) {
    if (!BronzeSchema.isWhole(head.snapshot().schema())) {
      throw new TargetChangedException(
          "'" + location + "' lacks columns that a stream's table is created with",
          "Undo the change of the table's columns, or stream into a new table.");
    }
  }

  @Override
  public CommitOutcome commit(
      BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next) {
    DeltaBronzeHead head = (DeltaBronzeHead) base;
    requireNext(head, next);
    checkColumns(head, captured);
    StructType schema = physical(head, captured);
    requireLayout((DataFiles) files, schema);
    DataFiles described =
        Failures.reading(
            location,
            () ->
                output.described(
                    (DataFiles) files, schema, BronzeSchema.bounded(schema, captured)));
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      CommitResult result = tryCommit(head, captured, described, next);
      if (result instanceof CommitResult.Done done) {
        return new CommitOutcome.Committed(done.version());
      }
      if (result instanceof CommitResult.Undecided undecided) {
        return new CommitOutcome.Unknown(undecided.cause());
      }
      Optional<DeltaBronzeHead> later = sameStreamLater(head);
      if (later.isEmpty() || !physical(later.get(), captured).equals(schema)) {
        return new CommitOutcome.Conflict();
      }
      head = later.get();
    }
    return new CommitOutcome.Conflict();
  }

  /** Commits as the very next version, so that nothing unjudged comes in between. */
  private CommitResult tryCommit(
      DeltaBronzeHead head, List<TableColumn> captured, DataFiles files, StreamState next) {
    TableTransaction transaction =
        new TableTransaction(
                head.snapshot(),
                next.appId(),
                next.batchId(),
                FactsCodec.userMetadata(next.lastBatch().orElseThrow()),
                clock)
            .domain(StateCodec.DOMAIN, document(next))
            .layout(TableLayout.of(head.snapshot(), captured))
            .add(files);
    return Failures.writing(location, () -> transaction.commit(storage, after));
  }

  /** The head of now, if only other writers' harmless commits set it apart from an earlier one. */
  private Optional<DeltaBronzeHead> sameStreamLater(DeltaBronzeHead earlier) {
    if (head() instanceof DeltaBronzeHead now
        && now.version() > earlier.version()
        && now.tableId().equals(earlier.tableId())
        && now.state().equals(earlier.state())
        && now.captured().equals(earlier.captured())
        && now.foreignCommits() instanceof ForeignCommits.Harmless) {
      return Optional.of(now);
    }
    return Optional.empty();
  }

  /** Files whose columns have other names than the table's would be read as NULL. */
  private static void requireLayout(DataFiles files, StructType schema) {
    String layout = ParquetOutput.layout(schema);
    for (DataFile file : files.all()) {
      if (!file.layout().equals(layout)) {
        throw new StalePlanException(
            "the data file '" + file.name() + "' was written for other columns than the table's",
            "Plan the batch anew; nothing was committed.");
      }
    }
  }

  private static void requireNext(DeltaBronzeHead head, StreamState next) {
    StreamState base = head.state();
    if (next.batchId() <= base.batchId() || !next.tableId().equals(head.tableId())) {
      throw new IllegalArgumentException(
          "batch "
              + next.batchId()
              + " of table "
              + next.tableId()
              + " does not follow batch "
              + base.batchId()
              + " of table "
              + head.tableId());
    }
  }

  @Override
  public Fate fateOf(BronzeHead.Present base, StreamState next) {
    return Failures.reading(location, () -> judge.fateOf(base.version(), next.attempt()));
  }

  @Override
  public WrittenFiles noFiles() {
    return DataFiles.NONE;
  }

  @Override
  public void discard(WrittenFiles files) {
    output.delete(((DataFiles) files).paths());
  }

  @Override
  public WrittenFiles joined(List<WrittenFiles> parts) {
    return parts.stream().map(DataFiles.class::cast).reduce(DataFiles.NONE, DataFiles::and);
  }

  @Override
  public List<FileDocument> describe(WrittenFiles files) {
    return WrittenDocuments.of((DataFiles) files);
  }

  @Override
  public WrittenFiles filesOf(List<FileDocument> documents) {
    return new WrittenDocuments(storage, location).files(documents);
  }

  @Override
  public Optional<String> storeEvents(List<FactsRow> all) {
    return LastBatch.holds(all)
        ? Optional.empty()
        : Optional.of(new EventFiles(storage, location).store(all));
  }

  @Override
  public List<FactsRow> readEvents(String reference) {
    return new EventFiles(storage, location).read(reference);
  }

  @Override
  public void maintain() {
    after.run();
  }
}
