package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table's columns become so that they hold what the instances of a batch capture. Columns
 * are the same if their names differ in case only, as Delta has it (documented).
 *
 * @param captured the table's columns for captured values after the batch: those of now, wider
 *     where they have to be, then new ones
 * @param wanted for each instance, by name, its columns to read and the types to deliver them as
 */
public record SchemaPlan(List<TableColumn> captured, Map<String, List<TableColumn>> wanted) {

  public SchemaPlan {
    captured = List.copyOf(captured);
    wanted = Map.copyOf(wanted);
  }

  /** An instance's columns to read, and the types to deliver them as. */
  public List<TableColumn> of(CaptureInstance instance) {
    return wanted.getOrDefault(instance.name(), List.of());
  }

  /**
   * An instance and what is read of it.
   *
   * @param columns in ordinal order, with the types that they map to
   */
  public record Selected(CaptureInstance instance, List<TableColumn> columns) {

    public Selected {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Fits instances into a table.
   *
   * @param table the table's columns for captured values
   * @param widening whether the table allows its columns' types to be widened
   * @param instances of the batch
   * @throws SchemaChangedException naming every column that the table cannot take
   */
  public static SchemaPlan of(List<TableColumn> table, boolean widening, List<Selected> instances) {
    List<TableColumn> columns = new ArrayList<>(table);
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      positions.put(columns.get(i).key(), i);
    }
    List<String> misfits = new ArrayList<>();
    boolean wouldWiden = false;
    for (Selected selected : instances) {
      for (TableColumn column : selected.columns()) {
        Integer at = positions.putIfAbsent(column.key(), columns.size());
        if (at == null) {
          columns.add(column);
          continue;
        }
        ColumnType there = columns.get(at).type();
        if (TypeFit.fits(column.type(), there)) {
          continue;
        }
        boolean wider = TypeFit.fits(there, column.type());
        if (wider && (widening || at >= table.size())) {
          columns.set(at, new TableColumn(columns.get(at).name(), column.type()));
        } else {
          wouldWiden |= wider;
          misfits.add(
              selected.instance().name()
                  + "."
                  + column.name()
                  + " is now "
                  + column.type()
                  + " and the table has "
                  + there);
        }
      }
    }
    if (!misfits.isEmpty()) {
      throw changed(misfits, wouldWiden);
    }
    return new SchemaPlan(columns, wanted(columns, instances));
  }

  private static Map<String, List<TableColumn>> wanted(
      List<TableColumn> columns, List<Selected> instances) {
    Map<String, ColumnType> types = new HashMap<>();
    columns.forEach(column -> types.put(column.key(), column.type()));
    Map<String, List<TableColumn>> wanted = new HashMap<>();
    for (Selected selected : instances) {
      List<TableColumn> read =
          selected.columns().stream()
              .map(
                  column ->
                      new TableColumn(
                          column.name(), types.getOrDefault(column.key(), column.type())))
              .toList();
      wanted.put(selected.instance().name(), read);
    }
    return wanted;
  }

  private static SchemaChangedException changed(List<String> misfits, boolean wouldWiden) {
    return new SchemaChangedException(
        "captured types no longer fit the table: " + String.join("; ", misfits),
        (wouldWiden
                ? "to widen the table's columns, set its property delta.enableTypeWidening=true"
                    + " (ALTER TABLE ... SET TBLPROPERTIES) and call again; else "
                : "")
            + "leave the columns out with excludeColumns, or start a new table (another target);"
            + " nothing was read or written",
        Map.of("problems", String.join("; ", misfits)));
  }
}
