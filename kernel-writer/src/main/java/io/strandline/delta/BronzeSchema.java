package io.strandline.delta;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.plan.ColumnNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a bronze table: ours, and between them the captured ones. */
final class BronzeSchema {

  static final String START_LSN = "_start_lsn";
  static final String OPERATION = "_operation";
  static final String SEQVAL = "_seqval";
  static final String COMMIT_TS = "_commit_ts";

  /** Before the captured columns. */
  static final List<TableColumn> LEADING =
      List.of(
          column("_capture_instance", Kind.STRING),
          column(START_LSN, Kind.STRING),
          column(SEQVAL, Kind.STRING),
          column(OPERATION, Kind.INT),
          column("_command_id", Kind.INT),
          column(COMMIT_TS, Kind.TIMESTAMP));

  /** After the captured columns. */
  static final List<TableColumn> TRAILING =
      List.of(
          column("_batch_id", Kind.LONG),
          column("_snapshot", Kind.STRING),
          column("_chunk", Kind.INT));

  /** The columns whose bounds readers skip by, as many as Delta's default asks for. */
  private static final int MAX_BOUNDED = 32;

  private BronzeSchema() {}

  private static TableColumn column(String name, Kind kind) {
    return new TableColumn(name, ColumnType.of(kind));
  }

  /** All columns of a table, each nullable. */
  static List<TableColumn> columns(List<TableColumn> captured) {
    List<TableColumn> all = new ArrayList<>(LEADING);
    all.addAll(captured);
    all.addAll(TRAILING);
    return all;
  }

  /** The captured columns of a table; those of types that have no mapping are left out. */
  static List<TableColumn> captured(StructType schema) {
    List<TableColumn> captured = new ArrayList<>();
    for (StructField field : schema.fields()) {
      if (!ColumnNames.isReserved(field.getName())) {
        KernelTypes.of(field.getDataType())
            .ifPresent(type -> captured.add(new TableColumn(field.getName(), type)));
      }
    }
    return captured;
  }

  /** Names of columns that others gave the table and that hold no captured values. */
  static List<String> others(StructType schema, List<TableColumn> captured) {
    List<String> others = new ArrayList<>(schema.fieldNames());
    columns(captured).forEach(column -> others.remove(column.name()));
    return others;
  }

  /** Whether a table has all of our own columns. */
  static boolean isWhole(StructType schema) {
    return columns(List.of()).stream()
        .allMatch(
            column -> {
              int ordinal = schema.indexOf(column.name());
              return ordinal >= 0
                  && schema.at(ordinal).getDataType().equals(KernelTypes.of(column.type()));
            });
  }

  /**
   * The columns to keep bounds of: ours and the leading captured ones, among which a table's keys
   * usually are. Binary and boolean columns have none that a reader could use.
   */
  static List<String> bounded(StructType physical, List<TableColumn> captured) {
    Set<String> names = new HashSet<>();
    List<TableColumn> columns = columns(captured);
    List<String> bounded = new ArrayList<>();
    for (int i = 0; i < Math.min(columns.size(), MAX_BOUNDED); i++) {
      Kind kind = columns.get(i).type().kind();
      if (kind != Kind.BINARY && kind != Kind.BOOLEAN && names.add(physical.at(i).getName())) {
        bounded.add(physical.at(i).getName());
      }
    }
    return bounded;
  }
}
