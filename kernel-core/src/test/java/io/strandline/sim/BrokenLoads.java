package io.strandline.sim;

import io.strandline.change.SnapshotRows;
import io.strandline.check.PassingSource;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeSource;
import io.strandline.port.PollRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SourcePoll;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** What becomes of the product if a first load leaves out one of its cares. */
final class BrokenLoads {

  private BrokenLoads() {}

  /** The rows are those of a moment before the stamp was recorded. */
  static Substitute stampedAfterTheRead() {
    return new Substitute() {
      @Override
      public ChangeSource source(ChangeSource source, World world) {
        return new ReadBefore(source, world);
      }
    };
  }

  /** The stamp is not asked for again when the rows have been read. */
  static Substitute stampNotGuarded() {
    return new Substitute() {
      @Override
      public ChangeSource source(ChangeSource source, World world) {
        return new PassingSource(source) {
          @Override
          public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
            Optional<Lsn> before =
                world.database().instance(request.table().captureInstance()).orElseThrow().minLsn();
            return new PassingSource.Reader<>(super.read(request)) {
              @Override
              public Optional<Lsn> minLsnAfter() {
                super.minLsnAfter();
                return before;
              }
            };
          }
        };
      }
    };
  }

  /** Reads the rows as they were at the first look of the call. */
  private static final class ReadBefore extends PassingSource {

    private final World world;
    private Optional<Integer> entries = Optional.empty();

    ReadBefore(ChangeSource source, World world) {
      super(source);
      this.world = world;
    }

    @Override
    public SourcePoll poll(PollRequest request) {
      entries = entries.or(() -> Optional.of(world.database().log().size()));
      return super.poll(request);
    }

    @Override
    public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
      Collection<Map<Integer, Object>> rows =
          SimSnapshotReader.inRange(
                  world.database().image(entries.orElseThrow()).rows(), request.range())
              .values();
      return new PassingSource.Reader<>(super.read(request)) {
        private boolean read;

        @Override
        public Optional<SnapshotRows> next() {
          Optional<SnapshotRows> drained = super.next();
          while (drained.isPresent()) {
            drained = super.next();
          }
          boolean first = !read;
          read = true;
          return first && !rows.isEmpty()
              ? Optional.of(SimSnapshotReader.batch(rows, request.table().columns()))
              : Optional.empty();
        }
      };
    }
  }
}
