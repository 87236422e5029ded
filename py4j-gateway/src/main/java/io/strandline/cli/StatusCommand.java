package io.strandline.cli;

import io.strandline.codec.StatusCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.facts.FactsRow;
import io.strandline.option.TablePaths;
import io.strandline.page.StatusPage;
import io.strandline.status.TableStatus;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code strandline status}: all tables of a control table, without a source. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Prints how every table of a control table stands, from verdicts and facts.")
final class StatusCommand implements Callable<Integer> {

  /** Facts rows a table that the page's charts show at most. */
  private static final int MOST_FACTS = 500;

  private static final int MOST_DAYS = 3_660;

  @Spec private CommandSpec spec;

  @Option(
      names = "--control",
      required = true,
      paramLabel = "<control>",
      description = "path or URI of the control table")
  private String control = "";

  @Option(
      names = "--facts",
      paramLabel = "<facts>",
      description = "path or URI of the facts table (default: strandline_facts in the warehouse)")
  private @Nullable String facts;

  @Option(
      names = "--warehouse",
      paramLabel = "<warehouse>",
      description = "folder that table names are relative to (default: the control table's parent)")
  private @Nullable String warehouse;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write one self-contained page with charts to this file")
  private @Nullable Path html;

  @Option(
      names = "--days",
      defaultValue = "7",
      paramLabel = "<days>",
      description = "how many days of facts the page's charts show, 1 to 3660 (default: 7)")
  private int days;

  @Mixin private Output output = new Output();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  StatusCommand() {}

  @Override
  public Integer call() {
    if (days < 1 || days > MOST_DAYS) {
      throw new ParameterException(
          spec.commandLine(), "--days " + days + " is not between 1 and " + MOST_DAYS);
    }
    String folder = warehouse == null ? TablePaths.parent(control) : warehouse;
    String log = facts == null ? TablePaths.facts(folder) : facts;
    try (Overview overview = Strandline.overview(control, log, folder)) {
      List<TableStatus> tables = overview.status();
      if (tables.isEmpty()) {
        spec.commandLine()
            .getErr()
            .println(
                "warning: control table "
                    + control
                    + " has no rows: nothing was published yet, or its name is wrong");
      }
      if (html != null) {
        write(html, overview, tables);
      }
      print(tables);
    }
    return 0;
  }

  private void print(List<TableStatus> tables) {
    if (output.json()) {
      spec.commandLine().getOut().println(StatusCodec.write(tables));
    } else {
      StatusText.lines(tables).forEach(spec.commandLine().getOut()::println);
    }
  }

  private void write(Path file, Overview overview, List<TableStatus> tables) {
    Map<String, List<FactsRow>> history = new TreeMap<>();
    for (TableStatus table : tables) {
      if (!table.isGroup()) {
        String name = table.row().tableName();
        Instant since = table.asOf().minus(Duration.ofDays(days));
        history.put(name, overview.history(name, since, MOST_FACTS));
      }
    }
    try {
      Files.writeString(file, StatusPage.of(tables, history), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidOptionsException(
          "page " + file + " cannot be written: " + e.getClass().getSimpleName(),
          "name a file in a folder that is there and writable",
          e);
    }
  }
}
