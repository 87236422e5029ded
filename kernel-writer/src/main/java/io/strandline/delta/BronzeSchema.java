package io.strandline.delta;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.delta.kernel.KernelTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** Names that no captured column may have, lower case. */
  static final Set<String> RESERVED =
      Stream.concat(LEADING.stream(), TRAILING.stream())
          .map(TableColumn::name)
          .collect(Collectors.toUnmodifiableSet());

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
      if (!RESERVED.contains(field.getName().toLowerCase(Locale.ROOT))) {
        KernelTypes.of(field.getDataType())
            .ifPresent(type -> captured.add(new TableColumn(field.getName(), type)));
      }
    }
    return captured;
  }

  /** Whether a table's columns are ours around these, so that rows can be written by position. */
  static boolean fits(StructType schema, List<TableColumn> captured) {
    StructType expected = KernelTypes.schema(columns(captured));
    if (schema.length() != expected.length()) {
      return false;
    }
    for (int i = 0; i < expected.length(); i++) {
      StructField field = schema.at(i);
      if (!field.getName().equals(expected.at(i).getName())
          || !field.getDataType().equals(expected.at(i).getDataType())) {
        return false;
      }
    }
    return true;
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
