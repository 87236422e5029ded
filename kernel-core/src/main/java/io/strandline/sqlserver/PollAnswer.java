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

  private @Nullable Head head;
  private Optional<String> zone = Optional.empty();
  private final List<Listed> listed = new ArrayList<>();
  private final List<Watermark> watermarks = new ArrayList<>();
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
        row.getString("database_name"),
        Cells.guid(row, "broker_guid"),
        "READ_ONLY".equals(row.getString("updateability")),
        Cells.commit(row, "at_lsn", "at_time"),
        Cells.commit(row, "above_lsn", "above_time"));
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
        columns.computeIfAbsent(instance, name -> new ArrayList<>()).add(column(row));
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

  private static CapturedColumn column(ResultSet row) throws SQLException {
    String name = row.getString("column_name");
    int ordinal = row.getInt("column_ordinal");
    String type = row.getString("data_type");
    int length = row.getInt("character_maximum_length");
    int precision = row.getInt("numeric_precision");
    int scale = row.getInt("numeric_scale");
    int fraction = row.getInt("datetime_precision");
    boolean isTime = type.startsWith("time") || type.startsWith("datetime");
    SourceType source = new SourceType(type, length, precision, isTime ? fraction : scale);
    return new CapturedColumn(name, ordinal, source.declaration(), source.mapped());
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
