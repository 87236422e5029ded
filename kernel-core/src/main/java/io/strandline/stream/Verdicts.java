package io.strandline.stream;

import io.strandline.plan.VerdictCheck;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import io.strandline.verdict.GroupIdentity;
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

  /**
   * The verdict that is published under a table's name; empty if none was. The control table alone
   * is read, so a table that took the place of another one is not noticed: {@link #confirmed} does.
   */
  public Optional<ControlRow> verdict(String table) {
    return control.read(name(table));
  }

  /**
   * The published verdict as far as the table confirms it, whose log is read for that: empty if
   * none was published, or the table is gone, is not the one that it was published of, or was
   * changed by someone else. A group's ({@code group:<name>}) is as published: it has no table.
   */
  public Optional<ControlRow> confirmed(String table) {
    return confirmed(table, verdict(table));
  }

  private Optional<ControlRow> confirmed(String table, Optional<ControlRow> row) {
    return row.isEmpty() || isGroup(table)
        ? row
        : VerdictCheck.confirmed(row, store.bronze(location(table)).head(), Optional.empty());
  }

  /**
   * Whether a period of a table is final, by its verdict as {@link #confirmed} by the table.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999
   */
  public Finality isFinal(String table, Instant start, Instant end) {
    return look(table, start, end).finality();
  }

  private Awaited look(String table, Instant start, Instant end) {
    Awaited published = Awaited.of(verdict(table), start, end);
    return published.finality() == Finality.OPEN
        ? published
        : Awaited.of(confirmed(table, published.verdict()), start, end);
  }

  /** As the other, looking every 10 seconds. */
  public Awaited awaitFinal(String table, Instant start, Instant end, Duration timeout) {
    return awaitFinal(table, start, end, timeout, FinalWait.DEFAULT_INTERVAL);
  }

  /**
   * Waits until {@link #isFinal} says that a period is final, with or without a gap, or the timeout
   * has passed. It is asked at once, then every {@code interval}, and a last time at the timeout; a
   * read that fails ends the wait.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @param timeout 0 (one look) to 31 days
   * @param interval between two looks, 100 milliseconds to 1 hour
   * @return the last look's answer, which is {@link Finality#OPEN} if the timeout has passed
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999, or a time is out of its range
   * @throws io.strandline.error.CancelledException if the thread is interrupted
   */
  public Awaited awaitFinal(
      String table, Instant start, Instant end, Duration timeout, Duration interval) {
    return wait.until(() -> look(table, start, end), timeout, interval);
  }

  /**
   * The canonical name of a table: the path below the warehouse, else the normalised URI; that of a
   * group is {@code group:<name>}.
   */
  public String name(String table) {
    return isGroup(table) ? table : store.tableName(below(warehouse, table), warehouse);
  }

  private static boolean isGroup(String table) {
    return table.startsWith(GroupIdentity.PREFIX);
  }

  private TableLocations location(String table) {
    return read(below(warehouse, table), "", "", warehouse);
  }

  /** Places that are only read, so that it does not matter how many processes write them. */
  static TableLocations read(String table, String facts, String control, String warehouse) {
    return new TableLocations(table, facts, control, warehouse, true);
  }

  /** Where a table is whose name may be relative to the warehouse. */
  static String below(String warehouse, String table) {
    boolean relative = !table.startsWith("/") && !table.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    return relative ? warehouse + "/" + table : table;
  }

  @Override
  public void close() {
    store.close();
  }
}
