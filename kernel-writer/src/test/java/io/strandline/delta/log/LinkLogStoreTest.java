package io.strandline.delta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkLogStoreTest {

  @TempDir Path folder;

  private final Configuration configuration = new Configuration();
  private final LinkLogStore store = new LinkLogStore(configuration);

  @BeforeEach
  void useSettings() {
    LogStores.SETTINGS.forEach(configuration::set);
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path("file:" + folder.resolve(name));
  }

  private void write(String name, boolean overwrite, String... lines) throws IOException {
    store.write(path(name), Arrays.asList(lines).iterator(), overwrite, configuration);
  }

  private String[] names() {
    String[] names = folder.toFile().list();
    Arrays.sort(names);
    return names;
  }

  @Test
  void aWrittenFileReadsBackAndLeavesNothingElse() throws IOException {
    write("1.json", false, "ä", "b");

    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> read = store.read(path("1.json"), configuration)) {
      read.forEachRemaining(lines::add);
    }
    assertThat(lines).containsExactly("ä", "b");
    assertThat(names()).containsExactly("1.json");
  }

  @Test
  void aTakenNameIsRefusedAndStays() throws IOException {
    write("1.json", false, "first");

    assertThatThrownBy(() -> write("1.json", false, "second"))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(folder.resolve("1.json")).hasContent("first");
    assertThat(names()).containsExactly("1.json");
  }

  @Test
  void aFileMayBeReplacedIfAskedFor() throws IOException {
    write("_last_checkpoint", true, "first");
    write("_last_checkpoint", true, "second");

    assertThat(folder.resolve("_last_checkpoint")).hasContent("second");
    assertThat(names()).containsExactly("_last_checkpoint");
  }

  @Test
  void anErrorOfTheLinesLeavesNothing() {
    Iterator<String> failing =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public String next() {
            throw new IllegalStateException("no line");
          }
        };

    assertThatThrownBy(() -> store.write(path("1.json"), failing, false, configuration))
        .hasMessage("no line");
    assertThat(names()).isEmpty();
  }

  @Test
  void ofManyRacingWritersOneWins() throws Exception {
    int writers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (int round = 0; round < 25; round++) {
        String name = round + ".json";
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
        assertThat(folder.resolve(name)).hasContent(won.get(0));
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(names()).hasSize(25);
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
  void aMissingFolderIsNotFound() {
    assertThatThrownBy(() -> write("missing/1.json", false, "a"))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.listFrom(path("missing/1.json"), configuration))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aFolderBelowAFileIsAnError() throws IOException {
    Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> store.listFrom(path("file/1.json"), configuration))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(FileNotFoundException.class);
  }

  @Test
  void theListingBeginsAtTheNameAndIsInOrder() throws IOException {
    for (String name : List.of("3.json", "1.json", "2.json", "2.checkpoint.parquet", ".2.tmp")) {
      Files.writeString(folder.resolve(name), "abc");
    }

    List<FileStatus> found = new ArrayList<>();
    store.listFrom(path("2."), configuration).forEachRemaining(found::add);

    assertThat(found)
        .extracting(status -> status.getPath().getName())
        .containsExactly("2.checkpoint.parquet", "2.json", "3.json");
    assertThat(found)
        .allSatisfy(
            status -> {
              assertThat(status.getLen()).isEqualTo(3);
              assertThat(status.getModificationTime())
                  .isEqualTo(
                      Files.getLastModifiedTime(folder.resolve(status.getPath().getName()))
                          .toMillis());
            });
  }
}
