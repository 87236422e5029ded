package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.delta.FaultyLogStore.Fault;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.ForeignCommits;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitFaultsTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store =
      TestStore.open(Map.of(FaultyLogStore.SETTING, FaultyLogStore.class.getName()));

  @AfterEach
  void disarm() {
    FaultyLogStore.arm(Fault.NONE);
  }

  private TableLocations locations() {
    return Samples.locations(warehouse);
  }

  private PlainReader reader(String table) {
    return new PlainReader(warehouse.resolve(table));
  }

  @Test
  void b43ACommitThatFailsBeforeTheWriteIsUnknownAndProvesAbsent() {
    BronzeTable table = store.bronze(locations());
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    WrittenFiles files =
        table.write(
            head, head.captured(), Samples.stamp(next), List.of(Samples.rows(11, 3)).iterator());
    FaultyLogStore.arm(Fault.BEFORE_WRITE);

    CommitOutcome outcome = table.commit(head, head.captured(), files, next);

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) outcome).cause())
        .hasMessageContaining("injected before the write");
    assertThat(Samples.present(table).state()).isEqualTo(head.state());
    assertThat(reader("orders").rows()).isEmpty();
    assertThat(dataFiles()).isEqualTo(1);

    assertThat(table.commit(Samples.present(table), head.captured(), files, next))
        .isEqualTo(new CommitOutcome.Committed(1));
    assertThat(reader("orders").rows()).hasSize(3);
  }

  @Test
  void b43ACommitThatFailsAfterTheWriteIsUnknownAndProvesDone() {
    BronzeTable table = store.bronze(locations());
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    WrittenFiles files =
        table.write(
            head, head.captured(), Samples.stamp(next), List.of(Samples.rows(11, 3)).iterator());
    FaultyLogStore.arm(Fault.AFTER_WRITE);

    assertThat(table.commit(head, head.captured(), files, next))
        .isInstanceOf(CommitOutcome.Unknown.class);

    BronzeHead.Present found = Samples.present(table);
    assertThat(found.state()).isEqualTo(next);
    assertThat(found.foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
    assertThat(reader("orders").rows()).hasSize(3);
    assertThat(table.commit(head, head.captured(), files, next))
        .isEqualTo(new CommitOutcome.Conflict());
    assertThat(reader("orders").rows()).hasSize(3);
  }

  private long dataFiles() {
    String[] names = warehouse.resolve("orders").toFile().list();
    return java.util.Arrays.stream(names).filter(name -> name.endsWith(".parquet")).count();
  }

  @Test
  void aCreationThatFailsAfterTheWriteIsThere() {
    BronzeTable table = store.bronze(locations());
    FaultyLogStore.arm(Fault.AFTER_WRITE);

    table.create(Samples.ID_AND_NAME, Samples::initial);

    assertThat(Samples.present(table).state().batchId()).isEqualTo(StreamState.CREATION);
  }

  @Test
  void aCreationThatFailsBeforeTheWriteSaysSo() {
    BronzeTable table = store.bronze(locations());
    FaultyLogStore.arm(Fault.BEFORE_WRITE);

    assertThatThrownBy(() -> table.create(Samples.ID_AND_NAME, Samples::initial))
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining("injected before the write");

    assertThat(table.head()).isInstanceOf(BronzeHead.Absent.class);
    table.create(Samples.ID_AND_NAME, Samples::initial);
    assertThat(table.head()).isInstanceOf(BronzeHead.Present.class);
  }

  @Test
  void factsOfAnUnknownCommitAreWrittenOnce() {
    FactsTable facts = store.facts(locations());
    facts.createIfAbsent();
    for (Fault fault : List.of(Fault.BEFORE_WRITE, Fault.AFTER_WRITE)) {
      FaultyLogStore.arm(fault);
      facts.append("t", "a", fault.ordinal(), List.of(FactsRow.empty()));
    }

    assertThat(reader("strandline_facts").rows()).hasSize(2);
    assertThat(facts.view().newestBatch("t", "a")).isEqualTo(Fault.AFTER_WRITE.ordinal());
  }

  @Test
  void aVerdictOfAnUnknownCommitIsPublishedOnce() {
    ControlTable control = store.control(locations());
    control.createIfAbsent();
    for (Fault fault : List.of(Fault.BEFORE_WRITE, Fault.AFTER_WRITE)) {
      ControlRow row = verdict(fault.ordinal());
      FaultyLogStore.arm(fault);

      assertThat(control.publish(row)).isEqualTo(row);
      assertThat(control.read("orders")).contains(row);
    }
    assertThat(reader("strandline_control").rows()).hasSize(1);
  }

  @Test
  void aVerdictThatAnotherAlwaysComesBeforeIsGivenUpAfterFiftyAttempts() {
    ControlTable control = store.control(locations());
    control.createIfAbsent();
    control.publish(verdict(1));
    int published = 1;
    ForeignLog foreign = new ForeignLog(warehouse.resolve("strandline_control"));
    AtomicInteger others = new AtomicInteger();
    FaultyLogStore.beatAlwaysBy(
        () -> foreign.commit("WRITE", "{}", txn(published + others.incrementAndGet())));

    assertThatThrownBy(() -> control.publish(verdict(2)))
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining("strandline_control' cannot be written");

    assertThat(others).hasValue(50);
    FaultyLogStore.arm(Fault.NONE);
    assertThat(control.read("orders")).contains(verdict(1));
  }

  /** What a publish of the same table's row sets to the version that it makes. */
  private static String txn(int version) {
    return "{\"txn\":{\"appId\":\"control:orders\",\"version\":" + version + "}}";
  }

  private static ControlRow verdict(int hours) {
    return new ControlRow(
        "orders",
        "t",
        Samples.APP,
        Optional.of(Samples.COMMIT_TS.plusSeconds(3600L * hours)),
        Granularity.HOUR,
        Samples.COMMIT_TS,
        new Offset(Samples.lsn(hours), Samples.COMMIT_TS));
  }

  @Test
  void aCommitFollowsAHarmlessOneThatCameInBetween() {
    BronzeTable table = store.bronze(locations());
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    ForeignLog foreign = new ForeignLog(warehouse.resolve("orders"));
    FaultyLogStore.beatBy(() -> foreign.commit("OPTIMIZE", "{}"));

    assertThat(Samples.commit(table, head, Samples.rows(11, 3)))
        .isEqualTo(new CommitOutcome.Committed(2));

    assertThat(Samples.present(table).foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
  }

  @Test
  void aCommitDoesNotFollowAHarmfulOneThatCameInBetween() {
    BronzeTable table = store.bronze(locations());
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    ForeignLog foreign = new ForeignLog(warehouse.resolve("orders"));
    FaultyLogStore.beatBy(() -> foreign.commit("WRITE", "{}", ForeignLog.add("x", true)));

    assertThat(Samples.commit(table, head, Samples.rows(11, 3)))
        .isEqualTo(new CommitOutcome.Conflict());

    BronzeHead.Present found = Samples.present(table);
    assertThat(found.state()).isEqualTo(head.state());
    assertThat(found.foreignCommits())
        .isEqualTo(new ForeignCommits.Harmful(1, "it adds rows (WRITE)"));
  }

  @Test
  void anotherCallersCommitOfTheSameBatchIsAConflict() {
    BronzeTable table = store.bronze(locations());
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    FaultyLogStore.beatBy(() -> Samples.commit(table, head, Samples.rows(11, 1)));

    assertThat(Samples.commit(table, head, Samples.rows(11, 3)))
        .isEqualTo(new CommitOutcome.Conflict());

    assertThat(reader("orders").rows()).hasSize(1);
  }
}
