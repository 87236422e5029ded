package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.log.LogStores;
import io.strandline.error.InvalidOptionsException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lab.objects.ObjectServer;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on a server of the S3 protocol. */
class S3TablesTest {

  private static final int COMMITS = Integer.getInteger("strandline.s3.commits", 25);

  private static ObjectServer server;

  @TempDir Path output;

  private final DeltaTableStore store = TestStore.open(server.settings());

  @BeforeAll
  static void start() throws Exception {
    server = ObjectServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void heal() {
    server.heal();
  }

  private static TableLocations locations(String warehouse) {
    return locations(warehouse, false);
  }

  private static TableLocations locations(String warehouse, boolean singleWriter) {
    String folder = server.uri(warehouse);
    return new TableLocations(
        folder + "/orders", folder + "/facts", folder + "/control", folder, singleWriter);
  }

  @Test
  void everyKindOfTableIsWrittenAndRead() {
    TableLocations locations = locations("every kind");
    BronzeTable bronze = store.bronze(locations);
    FactsTable facts = store.facts(locations);
    ControlTable control = store.control(locations);

    assertThat(bronze.head()).isInstanceOf(BronzeHead.Absent.class);
    BronzeHead.Present head = Samples.created(bronze, Samples.ID_AND_NAME);
    assertThat(Samples.commit(bronze, head, Samples.rows(11, 3)))
        .isEqualTo(new CommitOutcome.Committed(1));
    for (int batch = 0; batch < 12; batch++) {
      facts.append("t", "a", batch, List.of(FactsRow.empty().with(FactsColumn.TARGET, "orders")));
      bronze.maintain();
    }
    control.publish(ControlProcess.row(1, 1));
    control.publish(ControlProcess.row(1, 2));

    assertThat(Samples.present(bronze).state().batchId()).isZero();
    assertThat(bronze.name()).isEqualTo("orders");
    assertThat(facts.view().history("orders", Instant.EPOCH, 100)).hasSize(12);
    assertThat(control.all()).containsExactly(ControlProcess.row(1, 2));
    List<Object> ids = new ArrayList<>();
    rows(locations.bronze(), row -> ids.add(row.get("id")));
    assertThat(ids).containsExactlyInAnyOrder(0, 1, 2);
  }

  private void rows(String location, Consumer<Map<String, Object>> each) {
    TableReader.of(server.settings()).forEach(location, List.of(), each);
  }

  @Test
  void aCommitWhoseAnswerIsLostIsCommittedOnce() {
    BronzeTable bronze = store.bronze(locations("lost answer"));
    BronzeHead.Present head = Samples.created(bronze, Samples.ID_AND_NAME);
    server.loseAnswerOf("/00000000000000000001.json");

    assertThat(Samples.commit(bronze, head, Samples.rows(11, 1)))
        .isEqualTo(new CommitOutcome.Committed(1));
    assertThat(Samples.present(bronze).version()).isEqualTo(1);
  }

  @Test
  void aCommitOnAServerThatDiesIsUnknownUntilTheAttemptIsFound() {
    BronzeTable bronze = store.bronze(locations("dying server"));
    BronzeHead.Present head = Samples.created(bronze, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    WrittenFiles files =
        bronze.write(
            head, head.captured(), Samples.stamp(next), List.of(Samples.rows(11, 1)).iterator());
    server.dieAfter("/00000000000000000001.json");

    CommitOutcome outcome = bronze.commit(head, head.captured(), files, next);

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) outcome).cause())
        .satisfies(
            cause ->
                assertThat(Throwables.getStackTrace(cause)).doesNotContain(ObjectServer.SECRET));
    server.heal();
    assertThat(bronze.fateOf(head, next)).isEqualTo(BronzeTable.Fate.COMMITTED);
    assertThat(Samples.present(bronze).state()).isEqualTo(next);
  }

  @Test
  void aServerWithoutConditionsIsRefusedUnlessOneProcessWritesAlone() throws Exception {
    FileSystem.closeAll();
    server.ignoreConditions();
    BronzeTable bronze = store.bronze(locations("unsafe"));

    assertThatThrownBy(() -> bronze.create(Samples.ID_AND_NAME, Samples::initial))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("ignores If-None-Match");
    assertThat(bronze.head()).isInstanceOf(BronzeHead.Absent.class);

    BronzeTable alone = store.bronze(locations("unsafe", true));
    assertThat(Samples.commit(alone, Samples.created(alone, Samples.ID_AND_NAME)))
        .isEqualTo(new CommitOutcome.Committed(1));
  }

  @Test
  void twoProcessesCommitManyTimesAndLoseNothing() throws Exception {
    TableLocations locations = locations("two");
    try (JavaProcesses processes = new JavaProcesses(output)) {
      for (String name : List.of("one", "two")) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(locations.facts(), name, String.valueOf(COMMITS)));
        server.settings().forEach((key, value) -> arguments.addAll(List.of(key, value)));
        processes.start(AppendProcess.class, arguments.toArray(String[]::new));
      }
      processes.awaitSuccess();
    }

    Set<String> expected = new HashSet<>();
    for (int batch = 0; batch < COMMITS; batch++) {
      expected.addAll(List.of("one " + batch, "two " + batch));
    }
    List<String> found = new ArrayList<>();
    rows(locations.facts(), row -> found.add(row.get("app_id") + " " + row.get("batch_id")));
    assertThat(found).hasSize(2 * COMMITS).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(
            DeltaStorage.open(storeSettings())
                .load("s3a://" + server.bucket() + "/two/facts")
                .orElseThrow()
                .version())
        .isEqualTo(2 * COMMITS);
  }

  private static Map<String, String> storeSettings() {
    Map<String, String> settings = new HashMap<>(LogStores.SETTINGS);
    settings.putAll(server.settings());
    return settings;
  }
}
