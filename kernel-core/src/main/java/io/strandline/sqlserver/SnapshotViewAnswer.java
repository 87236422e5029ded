package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import io.strandline.sqlserver.KeyChoice.Column;
import io.strandline.sqlserver.KeyChoice.Index;
import io.strandline.sqlserver.KeyChoice.Part;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the statement batch that looks at a table answered, as it comes in. Not thread-safe. */
final class SnapshotViewAnswer implements Results.Visitor {

  /** {@code snapshot_isolation_state} while SNAPSHOT isolation is allowed (documented). */
  private static final int ALLOWED = 1;

  /**
   * The general part.
   *
   * @param schema the table's; empty if the table is not in sight
   * @param table its name; empty if it is not in sight
   */
  record Head(
      Optional<Lsn> maxLsn,
      Optional<Lsn> minLsn,
      String database,
      Optional<String> brokerGuid,
      boolean snapshotAllowed,
      Optional<String> schema,
      Optional<String> table) {}

  private @Nullable Head head;
  private final Map<String, Integer> captured = new HashMap<>();
  private final Map<Integer, Column> columns = new HashMap<>();
  private final List<Index> indexes = new ArrayList<>();
  private int lastIndex = -1;
  private OptionalLong rows = OptionalLong.empty();

  @Override
  public void visit(String firstLabel, ResultSet row) throws SQLException {
    while (row.next()) {
      switch (firstLabel) {
        case "max_lsn" -> head = head(row);
        case "source_schema" -> captured.put(row.getString("column_name"), row.getInt("column_id"));
        case "table_column_id" -> addColumn(row);
        case "key_index_id" -> addPart(row);
        case "name" -> rows = count(row.getString("rows"));
        default -> throw new IllegalStateException("unexpected result set " + firstLabel);
      }
    }
  }

  private static Head head(ResultSet row) throws SQLException {
    return new Head(
        Cells.lsn(row, "max_lsn"),
        Cells.lsn(row, "min_lsn"),
        row.getString("database_name"),
        Cells.guid(row, "broker_guid"),
        row.getInt("snapshot_state") == ALLOWED,
        Optional.ofNullable(row.getString("schema_name")),
        Optional.ofNullable(row.getString("table_name")));
  }

  private void addColumn(ResultSet row) throws SQLException {
    String type = row.getString("type_name");
    Column column =
        new Column(
            row.getInt("table_column_id"),
            row.getString("name"),
            type == null ? "" : type.toLowerCase(Locale.ROOT),
            row.getInt("max_length"),
            row.getInt("precision"),
            row.getInt("scale"),
            Optional.ofNullable(row.getString("collation_name")),
            row.getBoolean("is_nullable"),
            row.getBoolean("is_computed"));
    columns.put(column.id(), column);
  }

  private void addPart(ResultSet row) throws SQLException {
    int id = row.getInt("key_index_id");
    String name = row.getString("name");
    boolean primary = row.getBoolean("is_primary_key");
    List<Part> parts = new ArrayList<>();
    if (id == lastIndex) {
      parts.addAll(indexes.remove(indexes.size() - 1).parts());
    }
    parts.add(new Part(row.getInt("column_id"), row.getBoolean("is_descending_key")));
    indexes.add(new Index(name, primary, List.copyOf(parts)));
    lastIndex = id;
  }

  /** {@code sp_spaceused} pads its number with spaces (documented). */
  private static OptionalLong count(@Nullable String text) {
    return text == null || !text.strip().matches("\\d{1,18}")
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(text.strip()));
  }

  Head head() {
    return Objects.requireNonNull(head, "the view's first result set");
  }

  /** Ids of all captured columns by name. */
  Map<String, Integer> captured() {
    return captured;
  }

  /** The table's columns in this login's sight, by id. */
  Map<Integer, Column> columns() {
    return columns;
  }

  /** The table's unique indexes, the primary key first. */
  List<Index> indexes() {
    return indexes;
  }

  /** The table's rows as its catalog counts them. */
  OptionalLong rows() {
    return rows;
  }
}
