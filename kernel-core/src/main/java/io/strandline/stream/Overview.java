package io.strandline.stream;

import io.strandline.error.InvalidOptionsException;
import io.strandline.explain.Explanation;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsOrder;
import io.strandline.facts.FactsRow;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.status.TableStatus;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All tables of a control table, with their facts, without any connection to a source. Thread-safe.
 *
 * <p>Nothing is written. Every call reads the tables anew and may throw a {@link
 * io.strandline.error.StrandlineException}: target not writable (a table cannot be read), foreign
 * table.
 */
public final class Overview implements AutoCloseable {

  private final TableStore store;
  private final TableLocations shared;
  private final InstantSource clock;

  Overview(TableStore store, String control, String facts, String warehouse, InstantSource clock) {
    this.store = store;
    this.shared = new TableLocations("", facts, control, warehouse);
    this.clock = clock;
  }

  /**
   * How every table stands, groups' rows included, by name; as published, for the tables themselves
   * are not read.
   */
  public List<TableStatus> status() {
    Instant now = clock.instant();
    List<ControlRow> rows = store.control(shared).all();
    Set<String> names = rows.stream().map(ControlRow::tableName).collect(Collectors.toSet());
    List<FactsRow> latest =
        names.isEmpty() ? List.of() : store.facts(shared).view().latest(names, Instant.EPOCH);
    List<TableStatus> statuses = new ArrayList<>();
    for (ControlRow row : rows) {
      statuses.add(
          new TableStatus(row, newest(latest, row, false), newest(latest, row, true), now));
    }
    return List.copyOf(statuses);
  }

  private static Optional<FactsRow> newest(List<FactsRow> rows, ControlRow of, boolean event) {
    return rows.stream()
        .filter(row -> FactsOrder.isEvent(row) == event)
        .filter(row -> FactsOrder.target(row).filter(of.tableName()::equals).isPresent())
        .filter(
            row ->
                row.get(FactsColumn.TABLE_ID, String.class)
                    .filter(of.tableId()::equals)
                    .isPresent())
        .findFirst();
  }

  /**
   * A table's newest facts, newest first.
   *
   * @param table as {@code status()} names it
   * @param since rows written before it are left out, UTC
   * @param most the most rows, at least 1
   * @throws InvalidOptionsException if {@code most} is less
   */
  public List<FactsRow> history(String table, Instant since, int most) {
    if (most < 1) {
      throw new InvalidOptionsException(
          "a history of at most " + most + " rows has none", "ask for one row or more");
    }
    return store.facts(shared).view().history(name(table), since, most);
  }

  /**
   * Why a period of a table is or is not final, as far as the tables tell.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException if the period is empty or not of the years
   *     0001 to 9999
   */
  public Explanation explain(String table, Instant start, Instant end) {
    TableLocations locations =
        Verdicts.read(
            Verdicts.below(shared.warehouse(), table),
            shared.facts(),
            shared.control(),
            shared.warehouse());
    return new Explaining(
            store.bronze(locations), store.facts(locations), store.control(locations), clock)
        .explain(Optional.empty(), start, end);
  }

  private String name(String table) {
    return store.tableName(Verdicts.below(shared.warehouse(), table), shared.warehouse());
  }

  @Override
  public void close() {
    store.close();
  }
}
