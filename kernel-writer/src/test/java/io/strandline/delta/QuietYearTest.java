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
  private static final int WEEK = 7;

  /** A bronze log is kept for 30 days, so that from here on nothing may grow. */
  private static final int FIRST_FULL_WEEK = 5;

  private static final int DAYS = Integer.getInteger("strandline.quiet.days", 56);

  @TempDir Path warehouse;

  private final QuietSource source = new QuietSource("2024-01-01T00:00:00Z");
  private DeltaTableStore store = open();
  private int calls;

  /** What calls of a while cost at most, by table and kind. */
  private final List<Map<String, Integer>> weeks = new ArrayList<>();

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
      if (day % WEEK == 0) {
        weeks.add(new TreeMap<>());
      }
      Map<String, Integer> week = weeks.get(weeks.size() - 1);
      most.forEach((what, count) -> week.merge(what, count, Math::max));
    }
    System.out.println(weeks);
    assertThat(weeks.size()).isGreaterThan(FIRST_FULL_WEEK + 1);
    Map<String, Integer> bound = weeks.get(FIRST_FULL_WEEK);
    for (Map<String, Integer> week : weeks.subList(FIRST_FULL_WEEK, weeks.size())) {
      assertThat(week.keySet()).isEqualTo(bound.keySet());
      week.forEach((what, count) -> assertThat(count).as(what).isLessThanOrEqualTo(bound.get(what)));
    }
    assertThat(dataFiles("orders")).isZero();
  }

  @Test
  void b47AThousandCallsOfWhichNineHundredFindNoRowsMakeAHundredDataFiles() throws IOException {
    for (int call = 1; call <= 1000; call++) {
      if (call % 10 == 0) {
        source.commitAfter(Duration.ofMinutes(6));
      } else {
        source.idle(Duration.ofMinutes(6));
      }
      assertThat(ingest()).isInstanceOf(IngestReport.Committed.class);
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
