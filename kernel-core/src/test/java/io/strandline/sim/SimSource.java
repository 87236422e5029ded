package io.strandline.sim;

import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeReader;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One simulated process's connections to a {@link SourceDatabase}. */
final class SimSource implements ChangeSource {

  static final String BROKER_GUID = "3F2504E0-4F89-11D3-9A0C-0305E82C3301";

  /** Stands for a commit time that the mapping no longer holds; no batch may be made of it. */
  static final LocalDateTime LOST = LocalDateTime.parse("1900-01-01T00:00");

  private final SourceDatabase database;
  private final Gate gate;

  SimSource(SourceDatabase database, Gate gate) {
    this.database = database;
    this.gate = gate;
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return gate.call(PortCall.POLL, () -> look(request));
  }

  private SourcePoll look(PollRequest request) {
    Optional<MappedCommit> max = database.max();
    gate.during(PortCall.POLL);
    ServerTime time = database.time();
    boolean known = request.captureInstance().equals(SourceDatabase.FOLLOWED);
    SourcePoll poll =
        new SourcePoll(
            max,
            new ServerClock(time.utc(), time.offset(), Optional.of(time.zone())),
            SourceDatabase.NAME,
            Optional.of(BROKER_GUID),
            false,
            database.atOrBelow(request.position()),
            database.above(request.position()),
            known ? List.of(view(database.followed())) : List.of());
    gate.polled(request, poll);
    return poll;
  }

  private InstanceView view(ChangeTable table) {
    return new InstanceView(
        table.catalogRow(), table.minLsn(), table.minLsn().flatMap(database::local));
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    return gate.call(PortCall.MEASURE, () -> count(request));
  }

  private Measurement count(MeasureRequest request) {
    LsnRange range = request.range();
    long rows = 0;
    long rowsOfCommit = 0;
    Lsn end = range.end();
    Lsn lastWhole = range.start();
    Lsn current = range.start();
    for (SourceChange row : table(request.captureInstance()).rows(range)) {
      if (!row.startLsn().equals(current)) {
        rows += rowsOfCommit;
        rowsOfCommit = 0;
        lastWhole = current;
        current = row.startLsn();
      }
      rowsOfCommit++;
      if (rows > 0 && rows + rowsOfCommit > request.maxRows()) {
        end = lastWhole;
        rowsOfCommit = 0;
        break;
      }
    }
    LsnRange batch = range.until(end);
    MappedCommit last = new MappedCommit(end, database.local(end).orElse(LOST));
    List<StepBack> steps = stepsBack(batch);
    gate.during(PortCall.MEASURE);
    return new Measurement(
        rows + rowsOfCommit, last, steps, table(request.captureInstance()).minLsn());
  }

  private List<StepBack> stepsBack(LsnRange range) {
    List<StepBack> steps = new ArrayList<>();
    Optional<MappedCommit> before = database.atOrBelow(range.start());
    for (MappedCommit commit : database.mapped(range)) {
      if (before.isPresent() && commit.local().isBefore(before.get().local())) {
        steps.add(new StepBack(commit.lsn(), before.get().local(), commit.local()));
      }
      before = Optional.of(commit);
    }
    return steps;
  }

  @Override
  public ChangeReader read(ReadRequest request) {
    ChangeReader reader =
        gate.call(
            PortCall.READ,
            () -> new SimReader(database, table(request.instance().name()), request, gate));
    gate.readerOpened();
    return reader;
  }

  private ChangeTable table(String captureInstance) {
    if (!captureInstance.equals(SourceDatabase.FOLLOWED)) {
      throw new CaptureInstanceNotFoundException(
          "no capture instance " + captureInstance, "enable it");
    }
    return database.followed();
  }

  @Override
  public void close() {}
}
