package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StatementsTest {

  private static CapturedColumn column(String name) {
    return CapturedColumn.of(name, 1, "int", Optional.of(ColumnType.of(ColumnType.Kind.INT)));
  }

  static Stream<String> all() {
    return Stream.of(
        Statements.POLL,
        Statements.SESSION,
        Statements.MIN_LSN,
        Statements.REACH,
        Statements.COMMIT_TIMES,
        Statements.measure("dbo_orders"),
        Statements.changes("dbo_orders", List.of(column("id")), true),
        Statements.changes("dbo_orders", List.of(column("id")), false));
  }

  @ParameterizedTest
  @MethodSource("all")
  void joinsNothingAndOnlyReads(String text) {
    assertThat(text.toUpperCase(java.util.Locale.ROOT))
        .doesNotContainPattern("\\bJOIN\\b")
        .doesNotContainPattern("\\bAPPLY\\b")
        .doesNotContain("FN_CDC_MAP_LSN_TO_TIME", "AT TIME ZONE", "NOLOCK", "GET_ALL_CHANGES")
        .doesNotContainPattern("\\b(INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP|TRUNCATE)\\b")
        .doesNotContainPattern("\\b(BEGIN TRAN|SAVE TRAN|COMMIT|ROLLBACK)");
  }

  @Test
  void readsInTheOrderOfTheClusteredKey() {
    assertThat(Statements.changes("dbo_orders", List.of(column("id")), true))
        .endsWith("ORDER BY c.[__$start_lsn], c.[__$command_id], c.[__$seqval], c.[__$operation];");
  }

  @Test
  void readsWithoutTheCommandIdWhereTheServerLacksIt() {
    assertThat(Statements.changes("dbo_orders", List.of(column("id")), false))
        .contains("CAST(NULL AS int) AS [__$command_id]")
        .endsWith("ORDER BY c.[__$start_lsn], c.[__$seqval], c.[__$operation];");
  }

  @Test
  void bindsTheRangeAsTenBytes() {
    assertThat(Statements.changes("dbo_orders", List.of(), true))
        .contains(
            "FROM cdc.[dbo_orders_CT] AS c"
                + " WHERE c.[__$start_lsn] > CAST(? AS binary(10))"
                + " AND c.[__$start_lsn] <= CAST(? AS binary(10))");
  }

  @Test
  void quotesEveryName() {
    List<CapturedColumn> odd =
        List.of(
            column("a]b"),
            column("?"),
            column("{fn now()}"),
            column("$1"),
            column("[select] 100%"));

    String text = Statements.changes("MyInst]1 %s", odd, true);

    assertThat(text)
        .contains(", c.[a]]b], c.[?], c.[{fn now()}], c.[$1], c.[[select]] 100%] FROM ")
        .contains("FROM cdc.[MyInst]]1 %s_CT] AS c");
    assertThat(Statements.measure("MyInst]1 %s")).contains("FROM cdc.[MyInst]]1 %s_CT] AS c");
  }

  @Test
  void hidesWhatOldServersCannotCompile() {
    String outsideLiterals = Statements.POLL.replaceAll("N'[^']*'", "");

    assertThat(Statements.POLL).contains("CURRENT_TIMEZONE_ID()");
    assertThat(outsideLiterals).doesNotContain("CURRENT_TIMEZONE_ID");
  }

  @Test
  void looksAtMaxLsnBeforeAnythingElse() {
    assertThat(Statements.POLL.indexOf("fn_cdc_get_max_lsn"))
        .isLessThan(Statements.POLL.indexOf("FROM"))
        .isLessThan(Statements.POLL.indexOf("fn_cdc_get_min_lsn"));
  }

  @Test
  void asksForTheWatermarkAfterTheCount() {
    String text = Statements.measure("dbo_orders");

    assertThat(text.indexOf("fn_cdc_get_min_lsn"))
        .isGreaterThan(text.lastIndexOf("COUNT_BIG"))
        .isGreaterThan(text.lastIndexOf("LAG("));
  }
}
