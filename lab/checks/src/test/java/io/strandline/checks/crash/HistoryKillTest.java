package io.strandline.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.process.JavaProcess;
import io.strandline.option.Option;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills calls of ingest() with SIGKILL while the table gets columns, types and capture instances
 * and cleanup passes unread changes: in the first load, in batches that add columns, skip gaps or
 * have several readers, at every phase and at random. {@code -Dstrandline.history.kills=N} makes it
 * longer.
 */
class HistoryKillTest {

  private static final int KILLS = Integer.getInteger("strandline.history.kills", 20);
  private static final int MOST_TRIES = 4;
  private static final int LATEST_MILLIS = 2_500;
  private static final String RANDOM = "RANDOM";

  @TempDir Path folder;
  private final Map<String, Integer> kills = new TreeMap<>();
  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void aKillAtAnyMomentOfAChangingHistoryLosesAndDoublesNothing() throws IOException {
    int round = 0;
    while (total() < KILLS) {
      round++;
      try (ChangingSource source = new ChangingSource()) {
        new Round(Files.createDirectory(folder.resolve("round" + round)), source).play();
      }
    }
    report();
    for (Chapter chapter : Chapter.values()) {
      for (Phase phase : chapter.phases) {
        assertThat(kills).containsKey(chapter + " " + phase);
      }
    }
    assertThat(kills).containsKey(RANDOM);
  }

  private int total() {
    return kills.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void report() throws IOException {
    StringBuilder text = new StringBuilder("kills by phase of a changing history\n");
    kills.forEach((phase, count) -> text.append(phase).append(' ').append(count).append('\n'));
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "history-kills.txt"), text);
  }

  /** What happens to the table, and where calls are killed then. */
  private enum Chapter {
    FIRST_LOAD(
        Phase.BEFORE_CREATE,
        Phase.AFTER_CREATE,
        Phase.SNAPSHOT_VIEWED,
        Phase.SNAPSHOT_READING,
        Phase.SNAPSHOT_READ,
        Phase.BEFORE_COMMIT,
        Phase.AFTER_COMMIT),
    ADDED_COLUMN(Phase.AFTER_MEASURE, Phase.AFTER_WRITE, Phase.BEFORE_COMMIT, Phase.AFTER_COMMIT),
    WIDENED_COLUMN(Phase.BEFORE_READ, Phase.BEFORE_FACTS),
    DROPPED_COLUMN(Phase.BEFORE_FIRST_ROW),
    CLEANED_UP(Phase.AFTER_POLL, Phase.BEFORE_COMMIT, Phase.AFTER_COMMIT, Phase.BEFORE_PUBLISH),
    LARGE(Phase.AFTER_LAST_ROW, Phase.AFTER_WRITE);

    private final List<Phase> phases;

    Chapter(Phase... phases) {
      this.phases = List.of(phases);
    }
  }

  /** One table from its first load on. */
  private final class Round {

    private final Path place;
    private final ChangingSource source;
    private final Path options;
    private final ChangingOracle oracle;

    Round(Path place, ChangingSource source) throws IOException {
      this.place = place;
      this.source = source;
      Path warehouse = place.resolve("warehouse");
      this.options = options(warehouse.resolve("orders"));
      this.oracle = new ChangingOracle(source, warehouse);
    }

    void play() {
      for (Chapter chapter : Chapter.values()) {
        if (chapter == Chapter.LARGE) {
          killAtRandom();
        }
        begin(chapter);
        for (Phase phase : chapter.phases) {
          killAt(chapter, phase);
          oracle.verifyVerdict();
        }
        finish();
        oracle.verifyAll();
        end(chapter);
      }
    }

    /** What happens once. */
    private void begin(Chapter chapter) {
      switch (chapter) {
        case ADDED_COLUMN -> source.addColumn();
        case WIDENED_COLUMN -> source.widen();
        case DROPPED_COLUMN -> source.dropSpare();
        case LARGE -> source.large();
        default -> {}
      }
    }

    private void end(Chapter chapter) {
      if (chapter == Chapter.ADDED_COLUMN) {
        source.retireOlder();
      }
    }

    /** What happens before each call, so that it has something to do. */
    private void before(Chapter chapter) {
      switch (chapter) {
        // What there is to do is left by a call that is killed before its commit.
        case FIRST_LOAD, LARGE -> {}
        case CLEANED_UP -> source.expire();
        default -> source.more();
      }
    }

    private void killAt(Chapter chapter, Phase phase) {
      for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
        before(chapter);
        try (JavaProcess call = start(phase.name())) {
          if (call.awaitLine(HaltPoint.MARK + phase)) {
            call.kill();
            kills.merge(chapter + " " + phase, 1, Integer::sum);
            return;
          }
          assertThat(call.exitCode()).as(call::describe).isZero();
        }
      }
      throw new AssertionError("phase " + phase + " never came up in " + chapter);
    }

    private void killAtRandom() {
      for (int kill = 0; kill < 2; kill++) {
        source.more();
        try (JavaProcess call = start(Phase.NONE)) {
          if (!call.awaitEnd(random.nextInt(LATEST_MILLIS))) {
            call.kill();
            kills.merge(RANDOM, 1, Integer::sum);
          }
        }
        oracle.verifyVerdict();
      }
    }

    private void finish() {
      try (JavaProcess call = start(Phase.NONE)) {
        assertThat(call.exitCode()).as(call::describe).isZero();
      }
    }

    private JavaProcess start(String phase) {
      return JavaProcess.start(
          place,
          HaltingIngest.class,
          Map.of("STRANDLINE_PASSWORD", source.readerPassword()),
          List.of(options.toString(), phase));
    }

    private Path options(Path target) throws IOException {
      Properties properties = new Properties();
      properties.setProperty(Option.URL.javaName(), source.url());
      properties.setProperty(Option.USER.javaName(), "reader");
      properties.setProperty(Option.CAPTURE_INSTANCE.javaName(), ChangingSource.FIRST_INSTANCE);
      properties.setProperty(Option.APP_ID.javaName(), "orders");
      properties.setProperty(Option.TARGET.javaName(), target.toString());
      properties.setProperty(Option.BOOTSTRAP.javaName(), "true");
      properties.setProperty(Option.FAIL_ON_DATA_LOSS.javaName(), "false");
      Path file = place.resolve("ingest.properties");
      try (Writer writer = Files.newBufferedWriter(file)) {
        properties.store(writer, null);
      }
      return file;
    }
  }
}
