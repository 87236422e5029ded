package io.strandline.sqlserver;

import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyCondition;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Every statement that sees a source table itself. All of them only read; none names a table hint,
 * so that none sees uncommitted rows.
 */
final class SnapshotStatements {

  /** Looks at a table; parameters: instance, object id. */
  static final String VIEW =
      """
      SET NOCOUNT ON;
      DECLARE @instance nvarchar(128) = ?;
      DECLARE @object int = ?;
      DECLARE @max binary(10) = sys.fn_cdc_get_max_lsn();
      DECLARE @table nvarchar(600) =
        QUOTENAME(OBJECT_SCHEMA_NAME(@object)) + N'.' + QUOTENAME(OBJECT_NAME(@object));
      SELECT @max AS max_lsn, sys.fn_cdc_get_min_lsn(@instance) AS min_lsn,
        DB_NAME() AS database_name,
        (SELECT d.service_broker_guid FROM sys.databases AS d WHERE d.database_id = DB_ID())
          AS broker_guid,
        (SELECT d.snapshot_isolation_state FROM sys.databases AS d WHERE d.database_id = DB_ID())
          AS snapshot_state,
        OBJECT_SCHEMA_NAME(@object) AS schema_name, OBJECT_NAME(@object) AS table_name;
      EXEC sys.sp_cdc_get_captured_columns @capture_instance = @instance;
      SELECT c.column_id AS table_column_id, c.name, y.name AS type_name, c.max_length,
        c.[precision], c.scale, c.collation_name, c.is_nullable, c.is_computed
      FROM sys.columns AS c LEFT JOIN sys.types AS y ON y.user_type_id = c.system_type_id
      WHERE c.object_id = @object;
      SELECT i.index_id AS key_index_id, i.name, i.is_primary_key, x.column_id,
        x.is_descending_key
      FROM sys.indexes AS i INNER JOIN sys.index_columns AS x
        ON x.object_id = i.object_id AND x.index_id = i.index_id
      WHERE i.object_id = @object AND i.is_unique = 1 AND i.is_disabled = 0
        AND i.has_filter = 0 AND x.key_ordinal > 0
      ORDER BY i.is_primary_key DESC, i.index_id, x.key_ordinal;
      IF @table IS NOT NULL
        EXEC sys.sp_spaceused @objname = @table;
      """;

  /** What a session sees after its last row; parameters: instance, object id. */
  static final String AFTER =
      """
      SELECT sys.fn_cdc_get_min_lsn(?) AS min_lsn;
      SELECT c.column_id AS table_column_id, c.name FROM sys.columns AS c WHERE c.object_id = ?;
      """;

  private static final String ROWVERSION = "timestamp";

  private SnapshotStatements() {}

  /** Two-part name of a table, quoted. */
  static String name(SnapshotTable table) {
    return Statements.quote(table.schema()) + "." + Statements.quote(table.name());
  }

  /** Bounds the waits for locks of a session. */
  static String lockTimeout(long millis) {
    return "SET LOCK_TIMEOUT " + millis + ";";
  }

  /** Fails with error 207 if a table has no column of a name; answers without rows. */
  static String probe(String table, String column) {
    return "SELECT TOP (0) t." + Statements.quote(column) + " FROM " + table + " AS t;";
  }

  /** The smallest and the largest value of a key of one whole number, each by a seek. */
  static String extent(SnapshotTable table, KeyColumn key) {
    String column = "t." + Statements.quote(key.name());
    String from = " FROM " + name(table) + " AS t)";
    return "SELECT (SELECT CAST(MIN("
        + column
        + ") AS bigint)"
        + from
        + " AS low, (SELECT CAST(MAX("
        + column
        + ") AS bigint)"
        + from
        + " AS high;";
  }

  /**
   * Counts the slices of a grid over a key of one whole number; parameters: first key, width, first
   * key, last key.
   *
   * <p>The division truncates toward zero (documented), so the first key is taken off before it.
   */
  static String counts(SnapshotTable table, KeyColumn key) {
    String column = "t." + Statements.quote(key.name());
    return """
        SELECT s.slice, MIN(s.k) AS low, MAX(s.k) AS high, COUNT_BIG(*) AS row_count
        FROM (SELECT CAST(%1$s AS bigint) AS k,
            (CAST(%1$s AS bigint) - CAST(? AS bigint)) / CAST(? AS bigint) AS slice
          FROM %2$s AS t
          WHERE %1$s >= CAST(? AS %3$s) AND %1$s <= CAST(? AS %3$s)) AS s
        GROUP BY s.slice;
        """
        .formatted(column, name(table), key.type());
  }

  /**
   * The key some rows after a bound; parameters: for each piece one row more than those and its
   * values, then the rows.
   */
  static String seek(SnapshotTable table, List<KeyColumn> key, List<KeyPiece> pieces) {
    List<String> sources = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      sources.add(
          "SELECT * FROM (SELECT TOP (?) "
              + columns(key, (column, place) -> "t." + quote(column) + " AS k" + place)
              + " FROM "
              + name(table)
              + " AS t"
              + where(key, pieces.get(i))
              + " ORDER BY "
              + columns(key, (column, place) -> "t." + quote(column) + direction(column))
              + ") AS p"
              + i);
    }
    return "SELECT "
        + columns(key, (column, place) -> KeyTypes.text(column, "p.k" + place) + " AS v" + place)
        + " FROM ("
        + String.join(" UNION ALL ", sources)
        + ") AS p ORDER BY "
        + columns(key, (column, place) -> "p.k" + place + direction(column))
        + " OFFSET ? ROWS FETCH NEXT 1 ROWS ONLY;";
  }

  /** The rows of a range; parameters: the values of each piece. */
  static String rows(SnapshotTable table, List<KeyColumn> key, List<KeyPiece> pieces) {
    String select =
        table.columns().stream()
            .map(SnapshotStatements::selected)
            .collect(Collectors.joining(", ", "SELECT ", " FROM " + name(table) + " AS t"));
    return pieces.stream()
            .map(piece -> select + where(key, piece))
            .collect(Collectors.joining(" UNION ALL "))
        + ";";
  }

  private static String selected(SnapshotColumn column) {
    String name = Statements.quote(column.column().name());
    if (column.origin() == Origin.TABLE) {
      return "t." + name;
    }
    String type = column.sourceType();
    boolean rowversion = type.equals(ROWVERSION) || type.equals("rowversion");
    return "CAST(NULL AS " + (rowversion ? "binary(8)" : type) + ") AS " + name;
  }

  private interface Part {
    String of(KeyColumn column, int place);
  }

  private static String columns(List<KeyColumn> key, Part part) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      parts.add(part.of(key.get(i), i));
    }
    return String.join(", ", parts);
  }

  private static String quote(KeyColumn column) {
    return Statements.quote(column.name());
  }

  private static String direction(KeyColumn column) {
    return column.order() == KeyOrder.DESCENDING ? " DESC" : "";
  }

  private static String where(List<KeyColumn> key, KeyPiece piece) {
    return piece.conditions().isEmpty()
        ? ""
        : piece.conditions().stream()
            .map(condition -> condition(key, condition))
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private static String condition(List<KeyColumn> key, KeyCondition condition) {
    KeyColumn column = key.get(condition.column());
    boolean descending = column.order() == KeyOrder.DESCENDING;
    String operator =
        switch (condition.comparison()) {
          case EQUAL -> " = ";
          case AFTER -> descending ? " < " : " > ";
          case AT_OR_AFTER -> descending ? " <= " : " >= ";
          case BEFORE -> descending ? " > " : " < ";
        };
    return "t." + quote(column) + operator + KeyTypes.value(column);
  }
}
