package io.strandline.plan;

import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.port.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a bronze table can take other captured columns, by Delta's rules. */
public final class ColumnCheck {

  private static final String MAP_NAMES =
      "to allow such names, run ALTER TABLE ... SET TBLPROPERTIES ('delta.columnMapping.mode' ="
          + " 'name', 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')";
  private static final String WIDEN_TYPES =
      "to allow wider types, run ALTER TABLE ... SET TBLPROPERTIES ('delta.enableTypeWidening' ="
          + " 'true')";
  private static final String OTHERWISE =
      "leave the columns out, or stream into a new table; nothing was read or written";

  private final TableSchema table;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> remedies = new LinkedHashSet<>();

  private ColumnCheck(TableSchema table) {
    this.table = table;
  }

  /**
   * Passes if the table can have these columns.
   *
   * @param wanted the table's columns in their order, possibly wider, and new ones after them
   * @param others names of further columns that the table has
   * @throws SchemaChangedException naming each column that it cannot take, and the way out
   */
  public static void verify(TableSchema table, List<TableColumn> wanted, List<String> others) {
    new ColumnCheck(table).verify(wanted, others);
  }

  private void verify(List<TableColumn> wanted, List<String> others) {
    int known = table.columns().size();
    if (wanted.size() < known) {
      throw new IllegalArgumentException("columns of the table were left out");
    }
    for (int i = 0; i < known; i++) {
      verifyType(table.columns().get(i), wanted.get(i));
    }
    List<String> added =
        wanted.subList(known, wanted.size()).stream().map(TableColumn::name).toList();
    verifyNames(added, wanted, others);
    if (!problems.isEmpty()) {
      remedies.add(OTHERWISE);
      throw new SchemaChangedException(
          "the table cannot take the captured columns: " + String.join("; ", problems),
          String.join("; or ", remedies),
          Map.of("problems", String.join("; ", problems)));
    }
  }

  private void verifyType(TableColumn there, TableColumn wanted) {
    if (!there.name().equals(wanted.name())) {
      throw new IllegalArgumentException(
          "column '" + wanted.name() + "' in the place of '" + there.name() + "'");
    }
    if (there.type().equals(wanted.type())) {
      return;
    }
    boolean wider = TypeFit.fits(there.type(), wanted.type());
    if (wider && table.widening()) {
      return;
    }
    problems.add(
        "'"
            + there.name()
            + "' is "
            + wanted.type()
            + " and the table has "
            + there.type()
            + (wider ? ", which it may not widen" : ", which is not widened to it"));
    if (wider) {
      remedies.add(WIDEN_TYPES);
    }
  }

  private void verifyNames(List<String> added, List<TableColumn> wanted, List<String> others) {
    for (String name : added) {
      if (name.isEmpty()) {
        problems.add("a column has no name");
      }
      if (ColumnNames.isReserved(name)) {
        problems.add("'" + name + "' is a name of the table's own columns");
      }
      if (!table.mapped() && ColumnNames.needsMapping(name)) {
        problems.add("'" + name + "' holds characters that need name mapping");
        remedies.add(MAP_NAMES);
      }
    }
    List<String> all = new ArrayList<>(wanted.stream().map(TableColumn::name).toList());
    all.addAll(others);
    List<String> alike = ColumnNames.sameButForCase(all);
    if (!alike.isEmpty()) {
      problems.add(ColumnNames.quoted(alike) + " differ only in case or not at all");
    }
  }
}
