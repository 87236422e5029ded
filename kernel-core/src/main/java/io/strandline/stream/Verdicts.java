package io.strandline.stream;

import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The published verdicts of a control table, without any connection to a source. Thread-safe.
 *
 * <p>Tables are named by path or URI: {@code orders}, {@code ./orders/} and the absolute path are
 * one table of the warehouse. Every call reads the control table anew and may throw a {@link
 * io.strandline.error.StrandlineException}: target not writable (the control table cannot be read),
 * foreign table.
 */
public final class Verdicts implements AutoCloseable {

  private final TableStore store;
  private final String warehouse;
  private final ControlTable control;
  private final FinalWait wait;

  Verdicts(TableStore store, String control, String warehouse, FinalWait wait) {
    this.wait = wait;
    this.store = store;
    this.warehouse = warehouse;
    this.control = store.control(new TableLocations("", "", control, warehouse));
  }

  /** A table's verdict; empty if none was published. */
  public Optional<ControlRow> verdict(String table) {
    return control.read(name(table));
  }

  /**
   * Whether a period of a table is final.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws IllegalArgumentException if the period is empty
   */
  public Finality isFinal(String table, Instant start, Instant end) {
    return Finality.of(verdict(table), start, end);
  }

  /** As the other, looking every 10 seconds. */
  public Awaited awaitFinal(String table, Instant start, Instant end, Duration timeout) {
    return awaitFinal(table, start, end, timeout, FinalWait.DEFAULT_INTERVAL);
  }

  /**
   * Waits until a period of a table is final, with or without a gap, or the timeout has passed. The
   * control table is read at once, then every {@code interval}, and a last time at the timeout; a
   * read that fails ends the wait.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @param timeout 0 (one look) to 31 days
   * @param interval between two looks, 100 milliseconds to 1 hour
   * @return the last look's answer, which is {@link Finality#OPEN} if the timeout has passed
   * @throws IllegalArgumentException if the period is empty or a time is out of its range
   * @throws io.strandline.error.CancelledException if the thread is interrupted
   */
  public Awaited awaitFinal(
      String table, Instant start, Instant end, Duration timeout, Duration interval) {
    return wait.until(() -> verdict(table), start, end, timeout, interval);
  }

  /** The canonical name of a table: the path below the warehouse, else the normalised URI. */
  public String name(String table) {
    return store.tableName(isRelative(table) ? warehouse + "/" + table : table, warehouse);
  }

  static boolean isRelative(String table) {
    return !table.startsWith("/") && !table.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
  }

  @Override
  public void close() {
    store.close();
  }
}
