package io.strandline.stream;

import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import io.strandline.verdict.GroupIdentity;
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

  Verdicts(TableStore store, String control, String warehouse) {
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

  /**
   * The canonical name of a table: the path below the warehouse, else the normalised URI; a group's
   * is {@code group:<name>}.
   */
  public String name(String table) {
    if (table.startsWith(GroupIdentity.PREFIX)) {
      return table;
    }
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
