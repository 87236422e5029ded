package io.strandline.delta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import io.strandline.error.InvalidOptionsException;
import io.strandline.lab.objects.ObjectServer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3LogStoreTest {

  private static final int ROUNDS = Integer.getInteger("strandline.s3.rounds", 20);

  private static ObjectServer server;
  private static int tables;

  private String folder;
  private Configuration configuration;
  private S3LogStore store;

  @BeforeAll
  static void start() throws IOException {
    server = ObjectServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    folder = "s3a://" + server.bucket() + "/table_" + tables++ + "/_delta_log/";
    configuration = new Configuration();
    server.settings().forEach(configuration::set);
    store = new S3LogStore(configuration);
  }

  @AfterEach
  void heal() {
    server.heal();
  }

  /** As in a new process: nothing is known of the server. */
  private static void forgetTheServer() throws IOException {
    FileSystem.closeAll();
  }

  private Path path(String name) {
    return new Path(folder + name);
  }

  private static String commit(int version) {
    return String.format("%020d.json", version);
  }

  private void write(String name, boolean overwrite, String... lines) throws IOException {
    store.write(path(name), List.of(lines).iterator(), overwrite, configuration);
  }

  private List<String> read(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> read = store.read(path(name), configuration)) {
      read.forEachRemaining(lines::add);
    }
    return lines;
  }

  private List<String> names(String from) throws IOException {
    List<String> names = new ArrayList<>();
    store
        .listFrom(path(from), configuration)
        .forEachRemaining(f -> names.add(f.getPath().getName()));
    return names;
  }

  @Test
  void ofManyRacingWritersOneWins() throws Exception {
    int writers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        String name = commit(round);
        CyclicBarrier start = new CyclicBarrier(writers);
        List<Callable<String>> racers = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
          String content = "writer " + i;
          racers.add(() -> race(start, name, content));
        }
        List<String> won = new ArrayList<>();
        for (Future<String> future : threads.invokeAll(racers)) {
          won.add(future.get());
        }
        won.removeAll(Collections.singleton(""));
        assertThat(won).hasSize(1);
        assertThat(read(name)).isEqualTo(won);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(names(commit(0))).hasSize(ROUNDS);
  }

  private String race(CyclicBarrier start, String name, String content) throws Exception {
    start.await();
    try {
      write(name, false, content);
      return content;
    } catch (FileAlreadyExistsException e) {
      return "";
    }
  }

  @Test
  void aWrittenFileReadsBackAndLeavesNothingElse() throws IOException {
    write(commit(0), false, "ä", "b");

    assertThat(read(commit(0))).containsExactly("ä", "b");
    assertThat(names("!")).containsExactly(commit(0));
  }

  @Test
  void aTakenNameIsRefusedAndStays() throws IOException {
    write(commit(0), false, "first");

    assertThatThrownBy(() -> write(commit(0), false, "second"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read(commit(0))).containsExactly("first");
  }

  @Test
  void aFileMayBeReplacedIfAskedFor() throws IOException {
    write("_last_checkpoint", true, "first");
    write("_last_checkpoint", true, "second");

    assertThat(read("_last_checkpoint")).containsExactly("second");
  }

  @Test
  void aPutWhoseAnswerIsLostCountsAsOurs() throws IOException {
    write(commit(0), false, "first");
    server.loseAnswerOf(commit(1));

    write(commit(1), false, "mine");

    assertThat(read(commit(1))).containsExactly("mine");
  }

  @Test
  void aPutThatNobodyCanAskAboutIsAnError() throws IOException {
    write(commit(0), false, "first");
    server.dieAfter(commit(1));

    assertThatThrownBy(() -> write(commit(1), false, "mine"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(FileAlreadyExistsException.class)
        .hasMessageNotContaining(ObjectServer.SECRET);

    server.heal();
    assertThat(read(commit(1))).containsExactly("mine");
  }

  @Test
  void aServerThatIgnoresTheConditionIsRefusedBeforeAnythingIsThere() throws IOException {
    forgetTheServer();
    server.ignoreConditions();

    assertThatThrownBy(() -> write(commit(0), false, "a"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("ignores If-None-Match")
        .hasMessageContaining(server.bucket());
    assertThat(names("!")).isEmpty();
  }

  @Test
  void onAnExistingTableTheCommitBeforeIsTheProofAndStays() throws IOException {
    store.write(path(commit(4)), List.of("four").iterator(), true, configuration);
    forgetTheServer();
    server.ignoreConditions();

    assertThatThrownBy(() -> write(commit(5), false, "a"))
        .isInstanceOf(InvalidOptionsException.class);

    assertThat(names("!")).containsExactly(commit(4));
    assertThat(read(commit(4))).containsExactly("four");
  }

  @Test
  void aSingleWriterMayUseAServerThatIgnoresTheCondition() throws IOException {
    forgetTheServer();
    server.ignoreConditions();
    configuration.set(LogStores.SINGLE_WRITER, "true");

    write(commit(0), false, "a");

    assertThatThrownBy(() -> write(commit(0), false, "b"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read(commit(0))).containsExactly("a");
  }

  @Test
  void theListingBeginsAtTheNameAndIsInOrder() throws IOException {
    for (String name : List.of(commit(3), commit(1), commit(2), ".hidden")) {
      store.write(path(name), List.of("a").iterator(), true, configuration);
    }

    assertThat(names(commit(2))).containsExactly(commit(2), commit(3));
    assertThatThrownBy(
            () -> store.listFrom(new Path("s3a://" + server.bucket() + "/no/0"), configuration))
        .isInstanceOf(FileNotFoundException.class);
  }
}
