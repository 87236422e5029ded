package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.check.Tally;
import io.strandline.checks.scene.Scene;
import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.faults.Fault;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.Progress;
import io.strandline.state.StreamState;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Calls of the product, judged one by one. */
final class Calls implements AutoCloseable {

  /** How a call is made. */
  enum How {
    FEW_ROWS,
    LOSSY,
    PATIENT
  }

  /**
   * What stands between the product and the world.
   *
   * @param sources around the source
   * @param stores around the tables
   */
  record Between(UnaryOperator<ChangeSource> sources, UnaryOperator<TableStore> stores) {

    /** Nothing. */
    static Between nothing() {
      return new Between(source -> source, store -> store);
    }
  }

  /** In the statement that reads changes. */
  static final String READ = "c.[__$seqval]";

  /** In the statement that reads the rows of a source table. */
  static final String LOAD = "] AS t";

  private static final int MOST_BATCHES = 60;

  /** Errors of a plan, which end a call before a row is read. */
  private static final Set<ErrorCode> CHANGED =
      EnumSet.of(ErrorCode.SCHEMA_CHANGED, ErrorCode.TARGET_CHANGED, ErrorCode.SOURCE_CHANGED);

  private final World world;
  private final List<String> trace;
  private final Tally reach;
  private final WaysOut waysOut;
  private final TableStore store = World.store();
  private final List<Strandline> callers = new ArrayList<>();
  private final Map<String, TableOracle> oracles = new HashMap<>();
  private final Set<ErrorCode> excused = EnumSet.noneOf(ErrorCode.class);
  private final Between between;
  private boolean disturbed;

  Calls(World world, Draw draw, List<String> trace, Tally reach, Between between) {
    this.world = world;
    this.trace = Collections.synchronizedList(trace);
    this.reach = reach;
    this.waysOut = new WaysOut(world, this, draw, reach);
    this.between = between;
    for (int i = 0; i < 3; i++) {
      callers.add(open(World.store()));
    }
  }

  private Strandline open(TableStore tables) {
    return Strandline.open(
        between.sources().apply(world.source()),
        between.stores().apply(tables),
        InstantSource.system());
  }

  void trace(String line) {
    trace.add(line);
  }

  /** From now on an error has a cause. */
  void excuse(ErrorCode code) {
    excused.add(code);
  }

  /** From now on it has none. */
  void excuseNoMore(ErrorCode code) {
    excused.remove(code);
  }

  StreamState state(Followed table) {
    return table.state(store).orElseThrow();
  }

  BronzeHead.Present head(Followed table) {
    return (BronzeHead.Present) store.bronze(table.locations()).head();
  }

  /** Creates the stream's first table. */
  void begin(Followed table) {
    retarget(table, false);
    ingest(table);
  }

  /** The stream's next call creates another table, with the rows of the source table or without. */
  void retarget(Followed table, boolean loading) {
    CaptureInstance first = table.newTarget(loading);
    oracles.put(table.table, new TableOracle(world, table, store, first, false));
  }

  /** Drops the stream's table, which the next call makes anew. */
  void drop(Followed table) {
    waysOut.leaveOneInstance(table);
    CaptureInstance first = table.dropTarget();
    oracles.put(table.table, new TableOracle(world, table, store, first, true));
  }

  /** The same, of an oldest instance that is the only one. */
  void another(Followed table, boolean loading) {
    waysOut.another(table, loading);
  }

  TableOracle oracle(Followed table) {
    TableOracle oracle = oracles.get(table.table);
    assertThat(oracle).isNotNull();
    return oracle;
  }

  private static Stream stream(Strandline strandline, Followed table, How... how) {
    OptionValues options = table.options();
    for (How each : how) {
      switch (each) {
        case FEW_ROWS -> options.set(Option.MAX_ROWS_PER_BATCH, "3");
        case LOSSY -> options.set(Option.FAIL_ON_DATA_LOSS, "false");
        case PATIENT -> options.set(Option.MAX_CLOCK_REGRESSION, "PT24H");
      }
    }
    return strandline.stream(StreamOptions.of(options));
  }

  /** One batch; where it fails, the way out that its error names. */
  void ingest(Followed table, How... how) {
    goOn(table, once(table, how));
  }

  /** One batch; where it fails, its error. */
  Optional<ErrorCode> once(Followed table, How... how) {
    return judged(table, () -> stream(callers.get(0), table, how).ingest());
  }

  /** Takes the way out of an error, and of those that come after it. */
  void goOn(Followed table, Optional<ErrorCode> error) {
    waysOut.goOn(table, error);
  }

  /** One batch with something that happens right before a statement of it. */
  void ingestMeanwhile(Followed table, String statement, Runnable happening) {
    disturbed = true;
    world.log.before(statement, happening);
    Optional<ErrorCode> error = once(table);
    world.log.before("nothing asks this", () -> {});
    disturbed = false;
    goOn(table, error);
  }

  /** Goes on with a stream after a change; the error if it may not. */
  Optional<ErrorCode> adopt(Followed table, Adoptable what) {
    StreamState before = state(table);
    try {
      Adopted adopted = stream(callers.get(0), table).adopt(EnumSet.of(what)).orElseThrow();
      trace("  " + adopted);
      oracle(table).adopted(before, adopted);
      reach.count("adopted " + what);
      return Optional.empty();
    } catch (StrandlineException e) {
      trace("  adopt " + e.code() + " " + e.getMessage());
      oracle(table).verify(true);
      return Optional.of(e.code());
    }
  }

  /** One batch with a fault of the source. */
  void disturbed(Followed table, Fault fault, int times) {
    boolean lasting = times > Scene.QUICK.retries();
    if (lasting) {
      excused.add(ErrorCode.SOURCE_UNAVAILABLE);
    }
    long before = world.lab.faults().firedCount();
    world.lab.faults().add(fault.times(times));
    ingest(table);
    world.lab.faults().clear();
    excused.remove(ErrorCode.SOURCE_UNAVAILABLE);
    if (world.lab.faults().firedCount() > before) {
      reach.count(lasting ? "fault lasting" : "fault retried");
    }
  }

  /** One batch of a process that dies at a call of its store. */
  void die(Followed table, String method, boolean after) {
    try (Strandline mortal = open(Wrapped.dyingAt(World.store(), method, after))) {
      judged(table, () -> stream(mortal, table).ingest());
    }
  }

  /** One batch by another caller, in the middle of a call that is judged. */
  void overtake(Followed table) {
    try {
      stream(callers.get(1), table, How.LOSSY).ingest();
    } catch (StrandlineException e) {
      trace("  another has " + e.code());
    }
  }

  /** Callers of every table and another one of one of them, at once. */
  void twoAtOnce(List<Followed> tables, Followed table) {
    List<Thread> others = new ArrayList<>();
    for (Followed each : tables) {
      Thread other = new Thread(() -> overtake(each), "another");
      other.start();
      others.add(other);
    }
    excused.add(ErrorCode.CONCURRENT_INGEST);
    Optional<ErrorCode> error = Optional.empty();
    try {
      IngestReport report = stream(callers.get(0), table, How.LOSSY).ingest();
      Outcomes.count(report, reach);
    } catch (StrandlineException e) {
      error = Optional.of(e.code());
      trace("  at once " + e);
      verifyCause(table, e);
    }
    for (Thread other : others) {
      try {
        other.join(Duration.ofMinutes(1).toMillis());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      assertThat(other.isAlive()).isFalse();
    }
    excused.remove(ErrorCode.CONCURRENT_INGEST);
    tables.forEach(each -> oracle(each).verify(false));
    goOn(table, error);
  }

  /** One batch by plan, write and commit of three callers, through documents. */
  void split(Followed table) {
    Optional<ErrorCode> error =
        judged(
            table,
            () -> {
              Planned planned = stream(callers.get(0), table).plan();
              if (planned instanceof Planned.Nothing nothing) {
                return nothing.report();
              }
              PlanDocument plan =
                  PlanCodec.read(PlanCodec.write(((Planned.Batch) planned).document()));
              List<SplitResult> results = new ArrayList<>();
              for (int i = 0; i < plan.batch().splits().size(); i++) {
                SplitResult result = stream(callers.get(1), table).write(plan, i, Progress.none());
                results.add(SplitResultCodec.read(SplitResultCodec.write(result)));
              }
              Stream last = stream(callers.get(2), table);
              IngestReport report = last.commit(plan, results);
              reach.count("outcome split " + Outcomes.name(last.commit(plan, results)));
              return report;
            });
    goOn(table, error);
  }

  /** A call. */
  private interface Call {
    IngestReport make();
  }

  private Optional<ErrorCode> judged(Followed table, Call call) {
    TableOracle oracle = oracle(table);
    Optional<ErrorCode> due = oracle.due();
    Set<String> files = table.files();
    world.log.clear();
    try {
      IngestReport report = call.make();
      trace("  " + report);
      assertThat(oracle.due()).as("%s in spite of what must stop it", report).isEmpty();
      Outcomes.count(report, reach);
      oracle.verify(true);
    } catch (StrandlineException e) {
      trace("  " + e.code() + " " + e.getMessage());
      due.ifPresent(code -> assertThat(e.code()).as("what must stop it").isEqualTo(code));
      verifyCause(table, e);
      if (CHANGED.contains(e.code()) && !disturbed) {
        assertThat(world.log.texts()).noneMatch(text -> text.contains(READ));
        assertThat(table.files()).as("nothing written").isEqualTo(files);
      }
      oracle.verify(false);
      return Optional.of(e.code());
    } catch (CrashError e) {
      trace("  dies " + e.getMessage());
      reach.count("crash " + e.getMessage());
      oracle.verify(false);
    }
    return Optional.empty();
  }

  private void verifyCause(Followed table, StrandlineException e) {
    boolean excuse =
        switch (e.code()) {
          case DATA_LOSS -> isLossy(table);
          case SCHEMA_CHANGED -> disturbed || waysOut.isMisfit(table);
          case TARGET_CHANGED, SOURCE_CHANGED ->
              oracle(table).due().equals(Optional.of(e.code()))
                  || excused.contains(e.code())
                  || e.code() == ErrorCode.SOURCE_CHANGED && oracle(table).isLost();
          default -> excused.contains(e.code());
        };
    assertThat(excuse).as("there is a cause of %s", e).isTrue();
    reach.count("error " + e.code());
  }

  /** Whether something that the stream has not read is gone. */
  private boolean isLossy(Followed table) {
    Lsn next = TableOracle.lab(state(table).offset().lsn()).increment();
    List<CaptureInstance> current = world.current(table.table);
    return current.size() < world.ever(table.table).size()
        || current.stream().anyMatch(each -> each.startLsn().compareTo(next) > 0);
  }

  /** Calls until everything captured is in the table. */
  void catchUp(Followed table) {
    for (int i = 0; i < MOST_BATCHES; i++) {
      io.strandline.lsn.Lsn before = state(table).offset().lsn();
      ingest(table);
      if (state(table).offset().lsn().equals(before)) {
        break;
      }
    }
    var captured = world.captured();
    assertThat(TableOracle.lab(state(table).offset().lsn()))
        .as("everything captured is in %s", table.table)
        .isEqualTo(captured.get(captured.size() - 1));
  }

  @Override
  public void close() {
    callers.forEach(Strandline::close);
    store.close();
  }
}
