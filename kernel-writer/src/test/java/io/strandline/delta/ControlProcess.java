package io.strandline.delta;

import io.strandline.lsn.Offset;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program that publishes verdicts of many tables from many threads. */
final class ControlProcess {

  static final Instant HOUR = Instant.parse("2026-11-01T10:00:00Z");

  private ControlProcess() {}

  /**
   * @param arguments the warehouse, the first table's number, the number after the last table's,
   *     the number of threads, and the first and the last round; in each round every table's
   *     verdict advances
   */
  public static void main(String[] arguments) throws Exception {
    int first = Integer.parseInt(arguments[1]);
    int end = Integer.parseInt(arguments[2]);
    DeltaTableStore store = TestStore.open();
    TableLocations locations = Samples.locations(Path.of(arguments[0]));
    ControlTable control = store.control(locations);
    BronzeTable maintenance = store.bronze(locations);
    ExecutorService threads = Executors.newFixedThreadPool(Integer.parseInt(arguments[3]));
    for (int round = Integer.parseInt(arguments[4]);
        round <= Integer.parseInt(arguments[5]);
        round++) {
      List<Callable<ControlRow>> publishes = new ArrayList<>();
      for (int table = first; table < end; table++) {
        ControlRow row = row(table, round);
        publishes.add(
            () -> {
              ControlRow published = control.publish(row);
              maintenance.maintain();
              return published;
            });
      }
      for (Future<ControlRow> published : threads.invokeAll(publishes)) {
        published.get();
      }
    }
    threads.shutdown();
  }

  /** The verdict of a table after a round, from 1 on. */
  static ControlRow row(int table, int round) {
    return new ControlRow(
        "sales/table_" + table,
        "id of " + table,
        Samples.APP,
        Optional.of(HOUR.plusSeconds(3600L * round)),
        Granularity.HOUR,
        Samples.COMMIT_TS,
        new Offset(Samples.lsn(round), HOUR.plusSeconds(3600L * round + 5)));
  }
}
