package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.sim.QuietSource;
import io.strandline.stream.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls cost on a table that hardly changes, however long they have been made. */
class QuietYearTest {

  private static final int HOURS = 24;

  /** A multiple of the ten versions between checkpoints, so that each window has as many. */
  private static final int WINDOW_DAYS = 5;

  private static final int DAYS = Integer.getInteger("strandline.quiet.days", 15);
  private static final boolean IS_LONG = DAYS > 60;

  /** The window before which no log is older than is kept of it; from here on nothing may grow. */
  private static final int FIRST_FULL = IS_LONG ? 7 : 1;

  @TempDir Path warehouse;

  private final QuietSource source = new QuietSource("2024-01-01T00:00:00Z");
  private DeltaTableStore store = open();
  private int calls;

  /** What calls of a window cost at most, by table and kind. */
  private final List<Map<String, Integer>> windows = new ArrayList<>();

  private DeltaTableStore open() {
    return DeltaTableStore.open(
        source.clock(),
        Map.of(
            CountingFileSystem.SETTING,
            CountingFileSystem.class.getName(),
            CountingLogStore.SETTING,
            CountingLogStore.class.getName()));
  }

  private IngestReport ingest() {
    OptionValues options =
        new OptionValues()
            .set(Option.CAPTURE_INSTANCE, QuietSource.INSTANCE)
            .set(Option.TARGET, warehouse.resolve("orders").toString());
    return Streams.of(
            source.connect(),
            store,
            StreamOptions.of(options),
            source.clock(),
            () -> "attempt-" + ++calls)
        .ingest();
  }

  @Test
  void hourlyCallsCommitReadAndListAsMuchAtTheEndAsInTheBeginning() throws IOException {
    for (int day = 0; day < DAYS; day++) {
      store = open();
      Map<String, Integer> most = new TreeMap<>();
      for (int hour = 0; hour < HOURS; hour++) {
        source.idle(Duration.ofHours(1));
        forget();
        Instant now = source.clock().instant();
        assertThat(ingest().status().finalizedUntil()).contains(now);
        counts().forEach((what, count) -> most.merge(what, count, Math::max));
      }
      stamp();
      held().forEach((what, count) -> most.merge(what, count, Math::max));
      if (day % WINDOW_DAYS == 0) {
        windows.add(new TreeMap<>());
      }
      Map<String, Integer> window = windows.get(windows.size() - 1);
      most.forEach((what, count) -> window.merge(what, count, Math::max));
      if (day == 0 && !IS_LONG) {
        new PlainWriter(warehouse.resolve("orders"))
            .setProperty("delta.logRetentionDuration", "interval 2 days");
      }
    }
    assertThat(windows).hasSizeGreaterThan(FIRST_FULL + 1);
    Map<String, Integer> full = windows.get(FIRST_FULL);
    full.forEach((what, count) -> assertThat(count).as(what).isLessThanOrEqualTo(bound(what)));
    for (Map<String, Integer> window : windows.subList(FIRST_FULL, windows.size())) {
      assertThat(window.keySet()).isEqualTo(full.keySet());
      window.forEach(
          (what, count) -> assertThat(count).as(what).isLessThanOrEqualTo(full.get(what)));
    }
    assertThat(dataFiles("orders")).isZero();
  }

  /** The most of a kind; what is held and listed follows from the days that a log is kept. */
  private static int bound(String what) {
    int files = (IS_LONG && what.startsWith("orders") ? 30 : 2) * HOURS;
    return switch (what.substring(what.indexOf(' ') + 1)) {
      case "COMMITTED" -> 1;
      case "READ" -> 50;
      // A commit and its checksum each hour, a checkpoint every tenth. Ages are set once a day, an
      // expired checkpoint must follow, and each tenth version looks.
      case "HELD" -> (files + HOURS + 20) * 21 / 10 + 1;
      default -> 4 * ((files + HOURS + 20) * 21 / 10);
    };
  }

  @Test
  void b47AThousandCallsOfWhichNineHundredFindNoRowsMakeAHundredDataFiles() throws IOException {
    for (int call = 1; call <= 1000; call++) {
      if (call % 10 == 0) {
        source.commitAfter(Duration.ofSeconds(30));
      } else {
        source.idle(Duration.ofSeconds(30));
      }
      ingest();
    }
    assertThat(dataFiles("orders")).isEqualTo(100);
    assertThat(new PlainReader(warehouse.resolve("orders")).rows()).hasSize(100);
  }

  private static void forget() {
    CountingFileSystem.takePaths();
    CountingLogStore.take();
  }

  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    for (CountingLogStore.Call call : CountingLogStore.take()) {
      counts.merge(table(call.file()) + " " + call.what(), 1, Integer::sum);
    }
    for (org.apache.hadoop.fs.Path file : CountingFileSystem.takePaths()) {
      counts.merge(table(file) + " READ", 1, Integer::sum);
    }
    return counts;
  }

  private String table(org.apache.hadoop.fs.Path file) {
    return warehouse.relativize(Path.of(file.toUri().getPath())).getName(0).toString();
  }

  /** The files that each log holds, which a store without ordered listings goes through. */
  private Map<String, Integer> held() throws IOException {
    Map<String, Integer> held = new TreeMap<>();
    for (String table : List.of("orders", "strandline_facts", "strandline_control")) {
      try (Stream<Path> files = Files.list(warehouse.resolve(table + "/_delta_log"))) {
        held.put(table + " HELD", Math.toIntExact(files.count()));
      }
    }
    return held;
  }

  /** Gives the files of the logs the age that they have by the source's clock. */
  private void stamp() throws IOException {
    FileTime now = FileTime.from(source.clock().instant());
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.getLastModifiedTime(file).compareTo(now) > 0) {
          Files.setLastModifiedTime(file, now);
        }
      }
    }
  }

  private long dataFiles(String table) throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }
}
