package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

final class DdlHistoryTest {

  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final Lsn POSITION = lsn(1_000_000);

  private final FakeRows rows =
      FakeRows.labelled(
          "source_schema",
          "source_table",
          "capture_instance",
          "required_column_update",
          "ddl_command",
          "ddl_lsn",
          "ddl_time");

  private static Lsn lsn(int number) {
    return Lsn.parse("0x%020X".formatted(number));
  }

  private DdlHistoryTest row(String instance, int lsn, boolean changedType, String command) {
    rows.row("dbo", "orders", instance, changedType, command, lsn(lsn).toBytes(), NOON);
    return this;
  }

  private DdlHistory read() throws SQLException {
    DdlHistory history = new DdlHistory(POSITION);
    ResultSet row = rows.resultSet();
    while (row.next()) {
      history.add(row);
    }
    return history;
  }

  @Test
  void keepsWhatIsAfterThePositionInLsnOrder() throws SQLException {
    row("v1", 1_000_002, true, "ALTER TABLE dbo.orders ALTER COLUMN id bigint");
    row("v1", 1_000_001, false, "ALTER TABLE dbo.orders ADD note int");
    row("v1", 1_000_000, false, "at the position");
    row("v2", 1_000_002, true, "ALTER TABLE dbo.orders ALTER COLUMN id bigint");

    DdlHistory history = read();

    assertThat(history.of("v1"))
        .containsExactly(
            new DdlChange(lsn(1_000_001), NOON, "ALTER TABLE dbo.orders ADD note int", false),
            new DdlChange(
                lsn(1_000_002), NOON, "ALTER TABLE dbo.orders ALTER COLUMN id bigint", true));
    assertThat(history.of("v2")).hasSize(1);
    assertThat(history.of("v3")).isEmpty();
    assertThat(history.warning("v1")).isEmpty();
  }

  @Test
  void holdsNothingOfManyYearsBefore() throws SQLException {
    for (int i = 0; i < 50_000; i++) {
      row("v1", i, false, "ALTER TABLE dbo.orders ADD c" + i + " int");
    }

    assertThat(read().of("v1")).isEmpty();
  }

  @Test
  void keepsTheNewestOfTooManyAndSaysSo() throws SQLException {
    for (int i = 1; i <= DdlHistory.MOST + 3; i++) {
      row("v1", 1_000_000 + i, false, "x");
    }

    DdlHistory history = read();

    assertThat(history.of("v1")).hasSize(DdlHistory.MOST);
    assertThat(history.of("v1").get(0).lsn()).isEqualTo(lsn(1_000_004));
    assertThat(history.warning("v1"))
        .hasValueSatisfying(text -> assertThat(text).contains("oldest 3 "));
  }

  @Test
  void shortensALongStatement() throws SQLException {
    row("v1", 1_000_001, false, "x".repeat(100_000));

    assertThat(read().of("v1").get(0).command()).hasSize(DdlHistory.LONGEST_COMMAND);
  }
}
