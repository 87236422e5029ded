package io.strandline.checks.crash;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.check.PassingSource;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeSource;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import java.util.Optional;

/** A real source that halts around its calls. */
final class HaltingSource extends PassingSource {

  private final HaltPoint halt;

  HaltingSource(ChangeSource source, HaltPoint halt) {
    super(source);
    this.halt = halt;
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    halt.reached(Phase.BEFORE_POLL);
    SourcePoll poll = super.poll(request);
    halt.reached(Phase.AFTER_POLL);
    return poll;
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    Measurement measured = super.measure(request);
    halt.reached(Phase.AFTER_MEASURE);
    return measured;
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    halt.reached(Phase.BEFORE_READ);
    return new HaltingReader<>(
        super.read(request), halt, Phase.BEFORE_FIRST_ROW, Phase.AFTER_LAST_ROW);
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    SnapshotView view = super.view(request);
    halt.reached(Phase.SNAPSHOT_VIEWED);
    return view;
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    return new HaltingReader<>(
        super.read(request), halt, Phase.SNAPSHOT_READING, Phase.SNAPSHOT_READ);
  }

  private static final class HaltingReader<T> extends Reader<T> {

    private final HaltPoint halt;
    private final Phase reading;
    private final Phase afterLastRow;

    HaltingReader(SessionReader<T> reader, HaltPoint halt, Phase reading, Phase afterLastRow) {
      super(reader);
      this.halt = halt;
      this.reading = reading;
      this.afterLastRow = afterLastRow;
    }

    @Override
    public Optional<T> next() {
      halt.reached(reading);
      return super.next();
    }

    @Override
    public Optional<Lsn> minLsnAfter() {
      Optional<Lsn> minLsn = super.minLsnAfter();
      halt.reached(afterLastRow);
      return minLsn;
    }
  }
}
