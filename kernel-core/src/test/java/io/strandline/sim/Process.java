package io.strandline.sim;

import io.strandline.error.SourceUnavailableException;
import io.strandline.error.StrandlineException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.lsn.Lsn;
import io.strandline.port.BronzeTable.Fate;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.sim.Reach.Branch;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One simulated process: what befalls its port calls, and what it has done so far. */
final class Process implements Gate {

  private static final int SELDOM = 5;
  private static final int NOT_OFTEN = 2;

  private final World world;
  private final int number;
  private final Set<PortCall> failed = EnumSet.noneOf(PortCall.class);
  private final List<DataFile> written = new ArrayList<>();
  private final Set<CommitFault> commitFaults = EnumSet.noneOf(CommitFault.class);
  private PortCall last = PortCall.HEAD;
  private PortCall lastOfSource = PortCall.POLL;
  private int definitions;
  private int moves;
  private Optional<SourcePoll> poll = Optional.empty();
  private Optional<Measured> measured = Optional.empty();
  private Lsn position = Lsn.ZERO;
  private Optional<MappedCommit> nearest = Optional.empty();
  private Optional<Lsn> base = Optional.empty();
  private Duration clockError = Duration.ZERO;
  private int openReaders;
  private int sessions;
  private boolean crashed;
  private boolean executes;
  private boolean adopts;
  private boolean lagged;
  private int conflicts;
  private boolean differs;
  private Optional<LoadWatch> load = Optional.empty();

  Process(World world, int number) {
    this.world = world;
    this.number = number;
    this.definitions = world.database().definitions();
    this.moves = world.database().moves();
  }

  @Override
  public void before(PortCall call) {
    die(call);
    enter(call);
    if (world.chance(times(call) * world.climate().crash())) {
      crash("before " + call);
    }
    boolean mayFail = call.side() != PortCall.Side.QUIET;
    if (mayFail && world.chance(times(call) * world.climate().failure())) {
      fail("fails before", call);
    }
  }

  @Override
  public void during(PortCall call) {
    enter(call);
  }

  @Override
  public void after(PortCall call) {
    if (world.chance(times(call) * world.climate().crash())) {
      crash("after " + call);
    }
    boolean answerCanBeLost =
        call.side() != PortCall.Side.QUIET
            && call != PortCall.COMMIT
            && call != PortCall.NEXT
            && call != PortCall.SNAPSHOT_NEXT;
    if (answerCanBeLost && world.chance(times(call) * world.climate().failure())) {
      fail("fails after", call);
    }
  }

  /** How much more often things go wrong at calls that are seldom made. */
  private static int times(PortCall call) {
    return switch (call) {
      case CREATE, FACTS_CREATE, CONTROL_CREATE, DISCARD, FATE_OF -> SELDOM;
      case SNAPSHOT_VIEW, SNAPSHOT_LAYOUT, SNAPSHOT_READ, STAMP_AFTER, CLOSE_SNAPSHOT -> SELDOM;
      case FACTS_APPEND -> NOT_OFTEN;
      default -> 1;
    };
  }

  private void enter(PortCall call) {
    last = call;
    if (call.side() == PortCall.Side.SOURCE) {
      lastOfSource = call;
    }
    world.pass();
    world.setCurrent(this);
    world.trace("%s %s", this, call);
    world.weather().atPortCall(call);
  }

  private void die(PortCall call) {
    if (crashed) {
      throw new CrashError("again at " + call);
    }
  }

  private void crash(String where) {
    crashed = true;
    world.trace("%s crashes %s", this, where);
    world.reach().count("crash " + where);
    throw new CrashError(where);
  }

  private void fail(String how, PortCall call) {
    failed.add(call);
    world.trace("%s %s %s", this, call, how);
    world.reach().count(how + " " + call);
    throw failure(call);
  }

  private static StrandlineException failure(PortCall call) {
    String what = call + " failed, as simulated";
    return call.side() == PortCall.Side.SOURCE
        ? new SourceUnavailableException(what, "call again")
        : new TargetNotWritableException(what, "call again");
  }

  @Override
  public CommitFault commitFault() {
    if (!world.chance(world.climate().commitFault())) {
      return CommitFault.NONE;
    }
    CommitFault fault = world.draw().of(CommitFault.NEVER, CommitFault.HAPPENED, CommitFault.LATER);
    commitFaults.add(fault);
    world.trace("%s commit %s", this, fault);
    world.reach().count("commit " + fault);
    return fault;
  }

  @Override
  public boolean readsLaggingReplica() {
    boolean lags = world.chance(world.climate().laggingReplica());
    lagged |= lags;
    return lags;
  }

  @Override
  public boolean pollsLaggingReplica() {
    return world.chance(world.climate().replicaPoll());
  }

  @Override
  public void polled(PollRequest request, SourcePoll seen) {
    poll = Optional.of(seen);
    clockError = world.database().time().error();
    sessions = 0;
    position = request.position();
    nearest = seen.atOrBelow().or(seen::above);
  }

  @Override
  public void measured(Measured seen) {
    measured = Optional.of(seen);
  }

  /** It has a plan to execute that another process made, of what that one saw of the source. */
  void execute(Process planner) {
    executes = true;
    definitions = planner.definitions;
    moves = planner.moves;
    poll = planner.poll;
    measured = planner.measured;
    clockError = planner.clockError;
    position = planner.position;
    nearest = planner.nearest;
  }

  /** It adopts and does not ingest. */
  Process adopting() {
    adopts = true;
    return this;
  }

  boolean adopts() {
    return adopts;
  }

  /** Whether it executes another's plan. */
  boolean executes() {
    return executes;
  }

  /** The last look at the source. */
  Optional<SourcePoll> poll() {
    return poll;
  }

  /** What the last measurement saw of the time mapping. */
  Optional<Measured> measured() {
    return measured;
  }

  /** Whether instances or captured types have changed since the process began. */
  boolean sawDefinitionsChange() {
    return definitions != world.database().definitions();
  }

  /** Whether the server's clock was set after the last look at the source. */
  boolean sawClockSet() {
    return !clockError.equals(world.database().time().error());
  }

  /** How many reading sessions there were since the last look at the source. */
  int sessions() {
    return sessions;
  }

  /** Whether the database was moved since the process began. */
  boolean sawMove() {
    return moves != world.database().moves();
  }

  @Override
  public void loadBegins(LoadWatch begun) {
    load = Optional.of(begun);
  }

  @Override
  public void loadRead(int logEntries, Optional<Lsn> watermark) {
    load.orElseThrow().sessionEnded(logEntries, watermark);
  }

  @Override
  public void tableDiffers() {
    differs = true;
  }

  /** Whether a load found the source table other than its capture instance says. */
  boolean sawTableDiffer() {
    return differs;
  }

  /** The load that it has begun last. */
  Optional<LoadWatch> load() {
    return load;
  }

  @Override
  public void readerOpened() {
    openReaders++;
    sessions++;
  }

  @Override
  public void readerClosed() {
    openReaders--;
  }

  @Override
  public void found(StreamState state) {
    base = Optional.of(state.offset().lsn());
  }

  /** The offset that the last look at the table found. */
  Optional<Lsn> base() {
    return base;
  }

  @Override
  public void wrote(DataFile file) {
    written.add(file);
  }

  @Override
  public void committing(StreamState next) {
    world.oracles().committing(next, this);
  }

  @Override
  public void foundTable() {
    world.reach().count(Branch.CREATION_RACE_LOST);
  }

  @Override
  public void resolved(Fate fate) {
    world
        .reach()
        .count(
            switch (fate) {
              case COMMITTED -> Branch.UNKNOWN_RESOLVED_AS_COMMITTED;
              case LOST -> Branch.UNKNOWN_RESOLVED_AS_LOST;
              case OPEN -> Branch.UNKNOWN_LEFT_OPEN;
            });
  }

  @Override
  public void conflicted() {
    conflicts++;
  }

  int conflicts() {
    return conflicts;
  }

  boolean crashed() {
    return crashed;
  }

  boolean lagged() {
    return lagged;
  }

  boolean failedAt(PortCall... calls) {
    for (PortCall call : calls) {
      if (failed.contains(call)) {
        return true;
      }
    }
    return false;
  }

  /** Whether any call of the side failed. */
  boolean failedOn(PortCall.Side side) {
    return failed.stream().anyMatch(call -> call.side() == side);
  }

  Set<CommitFault> commitFaults() {
    return commitFaults;
  }

  PortCall lastCall() {
    return last;
  }

  /** The last call that went to the source. */
  PortCall lastOfSource() {
    return lastOfSource;
  }

  /** The position that the last poll asked for. */
  Lsn position() {
    return position;
  }

  /** The newest commit at or below that position, or the oldest above. */
  Optional<MappedCommit> nearest() {
    return nearest;
  }

  int openReaders() {
    return openReaders;
  }

  List<DataFile> written() {
    return written;
  }

  @Override
  public String toString() {
    return "process " + number;
  }
}
