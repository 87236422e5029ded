package io.strandline.checks.scene;

import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lab.cdc.Oracle;
import io.strandline.lsn.Lsn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A change with its captured values, in one form whether the lab, a reader or a table tells it:
 * whole numbers are Long, floating ones Double.
 *
 * <p>The order is that of bronze.
 */
public record ChangeRow(
    String lsn, long commandId, String seqval, long operation, List<Object> values)
    implements Comparable<ChangeRow> {

  private static final Comparator<ChangeRow> ORDER =
      Comparator.comparing(ChangeRow::lsn)
          .thenComparing(ChangeRow::commandId)
          .thenComparing(ChangeRow::seqval)
          .thenComparing(ChangeRow::operation);

  @Override
  public int compareTo(ChangeRow other) {
    return ORDER.compare(this, other);
  }

  /** As the lab's oracle expects it. */
  public static ChangeRow of(Oracle.Change change) {
    return new ChangeRow(
        change.commitLsn().toString(),
        change.commandId(),
        change.seqval().toString(),
        change.operation(),
        change.values().stream().map(ChangeRow::plain).toList());
  }

  /** All that the lab's oracle expects, in order. */
  public static List<ChangeRow> of(List<Oracle.Change> changes) {
    return changes.stream().map(ChangeRow::of).sorted().toList();
  }

  /** As a bronze table holds it. */
  public static ChangeRow of(Map<String, Object> row) {
    List<Object> values = new ArrayList<>();
    row.forEach(
        (name, value) -> {
          if (!name.startsWith("_")) {
            values.add(plain(value));
          }
        });
    return new ChangeRow(
        (String) row.get("_start_lsn"),
        (Integer) row.get("_command_id"),
        (String) row.get("_seqval"),
        (Integer) row.get("_operation"),
        List.copyOf(values));
  }

  /**
   * As a plain query returns it.
   *
   * @param row LSN, command id, seqval and operation, then the captured columns
   */
  public static ChangeRow of(ResultSet row) throws SQLException {
    List<Object> values = new ArrayList<>();
    for (int i = 5; i <= row.getMetaData().getColumnCount(); i++) {
      values.add(plain(row.getObject(i)));
    }
    return new ChangeRow(
        Lsn.of(row.getBytes(1)).toString(),
        row.getInt(2),
        Lsn.of(row.getBytes(3)).toString(),
        row.getInt(4),
        List.copyOf(values));
  }

  /** As a reader returns them. */
  public static List<ChangeRow> of(ChangeBatch batch, List<TableColumn> columns) {
    List<ChangeRow> rows = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        values.add(value(batch.captured().get(i), row, columns.get(i).type()));
      }
      rows.add(
          new ChangeRow(
              batch.startLsn().lsn(row).toString(),
              batch.commandId().get(row),
              batch.seqval().lsn(row).toString(),
              batch.operation().get(row),
              List.copyOf(values)));
    }
    return rows;
  }

  /** A value as a reader returns it. */
  public static Object value(Vector vector, int row, ColumnType type) {
    if (vector.isNull(row)) {
      return "NULL";
    }
    if (vector instanceof BytesVector bytes) {
      return type.kind() == ColumnType.Kind.DECIMAL
          ? new BigDecimal(new BigInteger(bytes.get(row)), type.scale())
          : bytes.text(row);
    }
    if (vector instanceof DoubleVector numbers) {
      return numbers.get(row);
    }
    long number = vector instanceof IntVector ints ? ints.get(row) : ((LongVector) vector).get(row);
    return switch (type.kind()) {
      case BOOLEAN -> number == 1;
      case DECIMAL -> BigDecimal.valueOf(number, type.scale());
      case DATE -> LocalDate.ofEpochDay(number);
      case TIMESTAMP_NTZ -> LocalDateTime.ofInstant(micros(number), ZoneOffset.UTC);
      case TIMESTAMP -> micros(number);
      default -> number;
    };
  }

  private static Instant micros(long number) {
    return Instant.EPOCH.plus(number, ChronoUnit.MICROS);
  }

  private static Object plain(Object value) {
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof Date date) {
      return date.toLocalDate();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime();
    }
    return Objects.requireNonNullElse(value, "NULL");
  }
}
