package io.strandline.checks.embedding;

import io.strandline.checks.process.IngestLoop;
import io.strandline.checks.scene.Waits;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.stream.Strandline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Opens, ingests a batch and closes, again and again, then prints each thread that is left.
 * Arguments: options file, how often.
 */
final class OpenAndClose {

  /** One a process whatever is opened and closed: Hadoop's own, and two that the JDK lets idle. */
  private static final Set<String> OF_THE_PROCESS =
      Set.of(
          "org.apache.hadoop.fs.FileSystem$Statistics$StatisticsDataReferenceCleaner",
          "process reaper",
          "ForkJoinPool.commonPool-worker-1");

  private OpenAndClose() {}

  public static void main(String[] arguments) throws IOException {
    OptionValues values = IngestLoop.options(Path.of(arguments[0]));
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    for (int cycle = 0; cycle < Integer.parseInt(arguments[1]); cycle++) {
      try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
        IngestReport report = strandline.stream(StreamOptions.of(values)).ingest();
        System.out.println(report.getClass().getSimpleName());
      }
    }
    Waits.until(Duration.ofSeconds(2), () -> left(before).isEmpty());
    left(before).forEach(thread -> System.out.println("left " + thread));
    System.out.println("done");
  }

  private static Set<Thread> left(Set<Thread> before) {
    Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
    left.removeAll(before);
    left.removeIf(thread -> OF_THE_PROCESS.contains(thread.getName()));
    return left;
  }
}
