package io.strandline.checks.demo;

import io.strandline.cli.Output;
import io.strandline.cli.ReportLine;
import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline demo}: the main job on the embedded stand-in. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Ingests a morning of New York flights from the SQL Server stand-in, hour by hour.")
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Output output = new Output();

  @Option(names = "--seed", description = "seed of the workload (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "empty or new folder for the tables (default: a new temporary one)")
  private @Nullable Path folder;

  @Option(
      names = "--pause-capture-after",
      paramLabel = "HOURS",
      description = "pause capture after so many hours, to see an hour stay open")
  private @Nullable Integer pauseAfter;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public DemoCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (pauseAfter != null && (pauseAfter < 1 || pauseAfter >= DemoRun.HOURS)) {
      throw new InvalidOptionsException(
          "capture cannot be paused after " + pauseAfter + " hours of " + DemoRun.HOURS,
          "name 1 to " + (DemoRun.HOURS - 1) + " hours");
    }
    DemoSettings settings = new DemoSettings(seed, folder(), Optional.ofNullable(pauseAfter));
    DemoResult result =
        DemoRun.run(
            settings,
            report -> {
              if (!output.json()) {
                out.println(ReportLine.of(report));
              }
            });
    if (output.json()) {
      out.println(DemoDocument.of(result));
    } else {
      DemoText.print(result, out);
    }
    return 0;
  }

  private Path folder() {
    try {
      if (folder == null) {
        return Files.createTempDirectory("strandline-demo-");
      }
      Files.createDirectories(folder);
      try (Stream<Path> entries = Files.list(folder)) {
        if (entries.findAny().isPresent()) {
          throw new InvalidOptionsException(
              "folder " + folder + " is not empty", "name an empty or a new folder");
        }
      }
      return folder.toAbsolutePath();
    } catch (IOException e) {
      throw new InvalidOptionsException(
          "folder " + folder + " cannot be made or read: " + e.getMessage(),
          "name an empty or a new folder",
          e);
    }
  }
}
