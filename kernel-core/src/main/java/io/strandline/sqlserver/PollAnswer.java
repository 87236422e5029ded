package io.strandline.sqlserver;

import io.strandline.change.CapturedColumn;
import io.strandline.lsn.Lsn;
import io.strandline.time.MappedCommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the poll's statement batch answered, as it comes in. Not thread-safe. */
final class PollAnswer implements Results.Visitor {

  /**
   * The general part.
   *
   * @param maxLsn {@code max_lsn}
   * @param max the same with its commit time
   */
  record Head(
      Optional<Lsn> maxLsn,
      Optional<MappedCommit> max,
      OffsetDateTime now,
      Optional<String> server,
      String database,
      Optional<String> brokerGuid,
      boolean readOnly,
      Optional<MappedCommit> atOrBelow,
      Optional<MappedCommit> above) {}

  /** A row of {@code sys.sp_cdc_help_change_data_capture}. */
  record Listed(
      String name,
      String schema,
      String table,
      int sourceObjectId,
      Optional<Lsn> startLsn,
      LocalDateTime created) {}

  /** A retention watermark and its commit time. */
  record Watermark(Optional<Lsn> lsn, Optional<LocalDateTime> local) {}

  /** What is special about a column. */
  private record Trait(boolean computed, Optional<String> foreignCollation) {

    static final Trait NONE = new Trait(false, Optional.empty());
  }

  /** A column of a table. */
  private record ColumnKey(int tableId, int columnId) {}

  private @Nullable Head head;
  private Optional<String> zone = Optional.empty();
  private final List<Listed> listed = new ArrayList<>();
  private final List<Watermark> watermarks = new ArrayList<>();
  private final Map<ColumnKey, Trait> traits = new HashMap<>();
  private final Map<String, List<CapturedColumn>> columns = new HashMap<>();

  private final DdlHistory ddl;

  /**
   * An answer that nothing of is there yet.
   *
   * @param position LSN after which changes of the definition are wanted
   */
  PollAnswer(Lsn position) {
    ddl = new DdlHistory(position);
  }

  @Override
  public void visit(String firstLabel, ResultSet rows) throws SQLException {
    // Three procedures begin their rows with the source table; the fourth column differs.
    String catalog = firstLabel.equals("source_schema") ? rows.getMetaData().getColumnLabel(4) : "";
    while (rows.next()) {
      switch (firstLabel) {
        case "max_lsn" -> head = head(rows);
        case "zone_id" -> zone = Optional.ofNullable(rows.getString(1));
        case "table_id" -> addTrait(rows);
        case "min_lsn" -> addWatermarks(rows);
        case "source_schema" -> addCatalogRow(rows, catalog);
        default -> throw new IllegalStateException("unexpected result set " + firstLabel);
      }
    }
  }

  private static Head head(ResultSet row) throws SQLException {
    return new Head(
        Cells.lsn(row, "max_lsn"),
        Cells.commit(row, "max_lsn", "max_time"),
        row.getObject("server_now", OffsetDateTime.class),
        Optional.ofNullable(row.getString("server_name")),
        row.getString("database_name"),
        Cells.guid(row, "broker_guid"),
        "READ_ONLY".equals(row.getString("updateability")),
        Cells.commit(row, "at_lsn", "at_time"),
        Cells.commit(row, "above_lsn", "above_time"));
  }

  private void addTrait(ResultSet row) throws SQLException {
    boolean computed = row.getBoolean("is_computed");
    Optional<String> collation =
        computed ? Optional.empty() : Optional.ofNullable(row.getString("collation_name"));
    traits.put(
        new ColumnKey(row.getInt("table_id"), row.getInt("column_id")),
        new Trait(computed, collation));
  }

  private void addWatermarks(ResultSet row) throws SQLException {
    watermarks.add(new Watermark(Cells.lsn(row, "min_lsn"), Cells.local(row, "min_time")));
    watermarks.add(
        new Watermark(Cells.lsn(row, "other_min_lsn"), Cells.local(row, "other_min_time")));
  }

  private void addCatalogRow(ResultSet row, String fourthLabel) throws SQLException {
    switch (fourthLabel) {
      case "column_name" -> {
        String instance = row.getString("capture_instance");
        columns.computeIfAbsent(instance, name -> new ArrayList<>()).add(column(instance, row));
      }
      case "required_column_update" -> ddl.add(row);
      default ->
          listed.add(
              new Listed(
                  row.getString("capture_instance"),
                  row.getString("source_schema"),
                  row.getString("source_table"),
                  row.getInt("source_object_id"),
                  Cells.lsn(row, "start_lsn"),
                  row.getObject("create_date", LocalDateTime.class)));
    }
  }

  private CapturedColumn column(String instance, ResultSet row) throws SQLException {
    String name = row.getString("column_name");
    int ordinal = row.getInt("column_ordinal");
    String type = row.getString("data_type");
    int length = row.getInt("character_maximum_length");
    int precision = row.getInt("numeric_precision");
    int scale = row.getInt("numeric_scale");
    int fraction = row.getInt("datetime_precision");
    boolean isTime = type.startsWith("time") || type.startsWith("datetime");
    SourceType source = new SourceType(type, length, precision, isTime ? fraction : scale);
    int id = row.getInt("column_id");
    Trait trait = trait(instance, id);
    return new CapturedColumn(
        name,
        ordinal,
        id,
        source.declaration(),
        source.mapped(),
        trait.computed(),
        trait.foreignCollation());
  }

  private Trait trait(String instance, int columnId) {
    return listed.stream()
        .filter(each -> each.name().equals(instance))
        .findFirst()
        .map(each -> traits.get(new ColumnKey(each.sourceObjectId(), columnId)))
        .orElse(Trait.NONE);
  }

  /** The general part. */
  Head head() {
    return Objects.requireNonNull(head, "the poll's first result set");
  }

  /** The server's own name of its zone. */
  Optional<String> zone() {
    return zone;
  }

  /** All capture instances that this login may see. */
  List<Listed> listed() {
    return listed;
  }

  /** The watermark of the instance asked for first (0) or second (1). */
  Watermark watermark(int asked) {
    return watermarks.get(asked);
  }

  /** The columns of an instance by its exact name, if they were asked for. */
  Optional<List<CapturedColumn>> columns(String instance) {
    return Optional.ofNullable(columns.get(instance));
  }

  /** The changes of tables' definitions. */
  DdlHistory ddl() {
    return ddl;
  }
}
