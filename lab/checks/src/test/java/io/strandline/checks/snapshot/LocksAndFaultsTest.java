package io.strandline.checks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.change.SnapshotRows;
import io.strandline.checks.scene.Waits;
import io.strandline.error.CancelledException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotIsolation;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.sqlserver.SqlServerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of a table that others write, lock and break. */
final class LocksAndFaultsTest {

  private static final int ROWS = 200;
  private static final SnapshotReads SNAPSHOT =
      new SnapshotReads(SnapshotIsolation.SNAPSHOT, Optional.empty());
  private static final SnapshotReads HASTY =
      new SnapshotReads(SnapshotIsolation.READ_COMMITTED, Optional.of(Duration.ofMillis(50)));

  private TableLab tables;

  @BeforeEach
  void start() {
    tables = new TableLab();
    tables.table("busy", "id int NOT NULL PRIMARY KEY, n int NOT NULL", "");
    tables.insert("busy", IntStream.range(0, ROWS).mapToObj(i -> i * 10 + ", 0").toList());
  }

  @AfterEach
  void leaveNothingBehind() {
    tables.lab.faults().clear();
    assertThat(tables.lab.trace().texts())
        .noneMatch(text -> text.matches("(?is).*\\b(READ UNCOMMITTED|NOLOCK)\\b.*"));
    tables.close();
  }

  private SnapshotReadRequest request(SnapshotView view, SnapshotReads reads) {
    return new SnapshotReadRequest(view.table(), KeyRange.all(), reads);
  }

  private static SnapshotLayoutRequest layout(SnapshotView view, SnapshotReads reads) {
    return new SnapshotLayoutRequest(view.table(), 4, 5, view.rowEstimate(), reads);
  }

  @Test
  void rowsThatExistThroughoutAreReadOnceWhileOthersWrite() {
    SnapshotView view = tables.view("busy");
    SnapshotLayout layout = tables.layout(view, 5);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> write(done));
    List<Object> ids = new ArrayList<>();
    try {
      for (int round = 0; round < 3; round++) {
        for (KeyRange range : layout.ranges()) {
          ids.addAll(tables.read(view, range).column(0));
        }
      }
    } finally {
      done.set(true);
    }

    assertThat(writer.join()).isPositive();
    for (long id = 0; id < ROWS * 10; id += 10) {
      long known = id;
      assertThat(ids.stream().filter(other -> other.equals(known))).as("row " + id).hasSize(3);
    }
  }

  /** Writes rows between the known ones, and the known ones' values, until told to end. */
  private int write(AtomicBoolean done) {
    int rounds = 0;
    try (LabSqlRunner writer = tables.lab.admin(TableLab.DATABASE)) {
      while (!done.get() || rounds == 0) {
        int id = rounds * 7 % (ROWS * 10) / 10 * 10;
        writer.run("INSERT INTO dbo.busy VALUES (" + (id + 5) + ", 1)");
        writer.run("UPDATE dbo.busy SET n = n + 1 WHERE id = " + id);
        writer.run("DELETE FROM dbo.busy WHERE id = " + (id + 5));
        rounds++;
      }
    }
    return rounds;
  }

  @Test
  void aLockIsWaitedForNoLongerThanTheTimeout() {
    SnapshotView view = tables.view("busy");
    try (LabSqlRunner writer = tables.lab.admin(TableLab.DATABASE)) {
      writer.run("BEGIN TRAN");
      writer.run("UPDATE dbo.busy SET n = 1 WHERE id = 50");

      assertThatThrownBy(() -> TableReading.of(tables.source, request(view, HASTY)))
          .isInstanceOf(SourceUnavailableException.class)
          .hasMessageContaining("lockTimeout=PT0.05S")
          .hasMessageContaining("error 1222");
      assertThatThrownBy(() -> tables.source.layout(layout(view, HASTY)))
          .isInstanceOf(SourceUnavailableException.class)
          .hasMessageContaining("lockTimeout=PT0.05S");

      writer.run("COMMIT");
    }
    assertThat(TableReading.of(tables.source, request(view, HASTY)).rows())
        .hasSize(ROWS)
        .contains(List.of(50L, 1L));
  }

  @Test
  void snapshotIsolationHasToBeAllowed() {
    SnapshotView view = tables.view("busy");

    InvalidOptionsException refused =
        catchThrowableOfType(
            InvalidOptionsException.class,
            () -> TableReading.of(tables.source, request(view, SNAPSHOT)));
    assertThat(refused.remedy()).contains("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    assertThatThrownBy(() -> tables.source.layout(layout(view, SNAPSHOT)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("3952");
  }

  @Test
  void aSnapshotWaitsForNobodyAndLeavesNoTransactionOpen() {
    tables.sa.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
    SnapshotView view = tables.view("busy");
    try (LabSqlRunner writer = tables.lab.admin(TableLab.DATABASE)) {
      writer.run("BEGIN TRAN");
      writer.run("UPDATE dbo.busy SET n = 1 WHERE id = 500");

      assertThat(tables.source.layout(layout(view, SNAPSHOT)).ranges()).hasSize(4);
      try (SessionReader<SnapshotRows> reader = tables.source.read(request(view, SNAPSHOT))) {
        reader.next();
        assertThat(sessions("transaction_isolation_level = 5")).isEqualTo(1);
        assertThat(TableReading.rest(reader).rows()).contains(List.of(500L, 0L), List.of(70L, 0L));
        assertThat(sessions("open_transaction_count > 0")).isZero();
      }
      writer.run("ROLLBACK");
    }
    assertThat(Waits.until(() -> sessions("transaction_isolation_level = 5") == 0)).isTrue();
  }

  /** The reader's sessions of a kind. */
  private long sessions(String condition) {
    Object count =
        tables.sa.value(
            "SELECT COUNT_BIG(*) FROM sys.dm_exec_sessions WHERE login_name = N'reader' AND "
                + condition);
    return ((Number) java.util.Objects.requireNonNull(count)).longValue();
  }

  @Test
  void aReadThatEndsEarlyLeavesNoSessionBehind() {
    tables.sa.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
    SnapshotView view = tables.view("busy");
    SessionReader<SnapshotRows> reader = tables.source.read(request(view, SNAPSHOT));
    reader.next();
    reader.close();
    reader.close();

    assertThat(Waits.until(() -> sessions("transaction_isolation_level = 5") == 0)).isTrue();
    assertThatThrownBy(reader::next).isInstanceOf(CancelledException.class);
  }

  @Test
  void callsAgainAfterDeadlocksAndLostConnections() {
    SnapshotView view = tables.view("busy");
    for (Effect effect : List.of(Effect.deadlock(), new Effect.Kill(), new Effect.DropReply())) {
      long fired = tables.lab.faults().firedCount();
      for (String statement :
          List.of("snapshot_isolation_state", "AS slice", "t.[n] FROM [dbo].[busy]")) {
        tables.lab.faults().add(Fault.on(statement, effect));
      }

      assertThat(tables.layout(tables.view("busy"), 4).ranges()).hasSize(4);
      assertThat(tables.read(view, KeyRange.all()).rows()).hasSize(ROWS);
      assertThat(tables.lab.faults().firedCount() - fired).isEqualTo(3);
    }
  }

  @Test
  void closingTheSourceEndsReadsAndPlanning() throws Exception {
    SqlServerSource other = SqlServerSource.open(tables.config());
    SnapshotView view = tables.view("busy");
    SessionReader<SnapshotRows> reader = other.read(request(view, SnapshotReads.DEFAULT));
    tables.lab.faults().add(Fault.on("AS slice", new Effect.Delay(Duration.ofSeconds(60))));
    long fired = tables.lab.faults().firedCount();
    CompletableFuture<SnapshotLayout> planning =
        CompletableFuture.supplyAsync(() -> other.layout(layout(view, SnapshotReads.DEFAULT)));
    assertThat(Waits.until(() -> tables.lab.faults().firedCount() > fired)).isTrue();

    other.close();

    assertThat(Waits.until(planning::isDone)).isTrue();
    assertThatThrownBy(planning::join).hasCauseInstanceOf(CancelledException.class);
    assertThatThrownBy(() -> TableReading.rest(reader)).isInstanceOf(CancelledException.class);
    assertThatThrownBy(() -> other.read(request(view, SnapshotReads.DEFAULT)))
        .isInstanceOf(CancelledException.class);
  }
}
