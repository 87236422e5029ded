package io.strandline.checks.bench;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code strandline bench gateway}: time from the start of a gateway to its first verdict, with and
 * without an archive of its classes. Exits with 1 if the archive saves too little.
 */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    description = "Measures how soon a gateway answers, with and without a class archive.")
final class GatewayStartCommand implements Callable<Integer> {

  private static final double MOST = 0.7;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Instant UNTIL = Instant.parse("2013-01-01T14:00:00Z");

  @Spec private CommandSpec spec;

  @Option(names = "--rounds", description = "starts of each kind (default: ${DEFAULT-VALUE})")
  private int rounds = 7;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  GatewayStartCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("strandline-bench-");
    GatewayStart start = new GatewayStart(folder, classPath(), publish(folder));
    long before = System.nanoTime();
    Path archive = start.rehearse();
    double made = (System.nanoTime() - before) / NANOS_PER_SECOND;
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      // In turns, so that what else the machine does falls on both.
      without.add(start.seconds(Optional.empty()));
      with.add(start.seconds(Optional.of(archive)));
    }
    double ratio = median(with) / median(without);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        String.format(
            Locale.ROOT,
            "gateway, start to first verdict, median of %d: %.2f s without an archive, %.2f s with"
                + " one, ratio %.2f (at most %.1f); archive of %,d kB made in %.1f s",
            rounds,
            median(without),
            median(with),
            ratio,
            MOST,
            Files.size(archive) / 1000,
            made));
    return ratio <= MOST ? 0 : 1;
  }

  /** This process's jars; its folders hold nothing that a gateway needs. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(part -> part.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path publish(Path folder) {
    Path control = folder.resolve("control");
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.fixed(UNTIL))) {
      ControlTable table =
          store.control(new TableLocations("", "", control.toString(), folder.toString()));
      table.createIfAbsent();
      table.publish(
          new ControlRow(
              "orders",
              "id",
              "orders",
              Optional.of(UNTIL),
              Granularity.HOUR,
              UNTIL,
              new Offset(Lsn.parse("0x00000000000000000001"), UNTIL)));
    }
    return control;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
