package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.change.TableColumn;
import io.strandline.check.PassingSource;
import io.strandline.check.PassingStore;
import io.strandline.checks.scene.Scene;
import io.strandline.error.TargetNotWritableException;
import io.strandline.option.StreamOptions;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ChangeSource;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.port.WrittenFiles;
import io.strandline.report.IngestReport;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.state.StreamState;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is open at the source when the commit of a batch fails. */
final class FailedCommitTest {

  @TempDir Path folder;

  /** Reads begun and ended, and commits that failed, in their order. */
  private final List<String> order = new ArrayList<>();

  private boolean failing;

  @Test
  void b14TheSourceIsClosedBeforeACommitThatFails() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
        Strandline strandline = open(scene)) {
      Stream stream = strandline.stream(StreamOptions.of(scene.options()));
      scene.insert(1);
      stream.ingest();
      scene.insert(2, 3);
      order.clear();
      failing = true;

      assertThatThrownBy(stream::ingest).isInstanceOf(TargetNotWritableException.class);

      assertThat(order).containsExactly("read", "closed", "commit");
      assertThat(scene.log.texts())
          .noneMatch(text -> text.matches("(?is).*\\b(BEGIN TRAN|implicit_transactions on)\\b.*"));
      failing = false;
      assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
      assertThat(scene.rows("flights")).hasSize(3);
    }
  }

  private Strandline open(Scene scene) {
    InstantSource clock = InstantSource.system();
    TableStore store =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock);
    return Strandline.open(
        new Watched(SqlServerSource.open(scene.config())), new Failing(store), clock);
  }

  private final class Watched extends PassingSource {

    Watched(ChangeSource source) {
      super(source);
    }

    @Override
    public SessionReader<ChangeBatch> read(ReadRequest request) {
      order.add("read");
      return new Reader<>(super.read(request)) {
        @Override
        public void close() {
          super.close();
          order.add("closed");
        }
      };
    }
  }

  private final class Failing extends PassingStore {

    Failing(TableStore store) {
      super(store);
    }

    @Override
    public BronzeTable bronze(TableLocations locations) {
      return new Bronze(super.bronze(locations)) {
        @Override
        public CommitOutcome commit(
            BronzeHead.Present base,
            List<TableColumn> captured,
            WrittenFiles files,
            StreamState next) {
          order.add("commit");
          if (failing) {
            throw new TargetNotWritableException("the disk is full", "make room");
          }
          return super.commit(base, captured, files, next);
        }
      };
    }
  }
}
