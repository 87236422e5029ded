package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CapturedColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.Piece;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementsTest {

  static Stream<String> all() {
    return SentStatements.of(
        "dbo_orders", List.of(CapturedColumn.of("id", 1, "int", Optional.empty())))
        .values()
        .stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void b67JoinsNothingPerRowAndOnlyReads(String text) {
    assertThat(text.toUpperCase(java.util.Locale.ROOT))
        .doesNotContainPattern("\\bJOIN\\b")
        .doesNotContainPattern("\\bAPPLY\\b")
        .doesNotContain("FN_CDC_MAP_LSN_TO_TIME", "AT TIME ZONE", "NOLOCK", "GET_ALL_CHANGES")
        .doesNotContain("SYS.DM_", "MSDB", "SNAPSHOT")
        .doesNotContainPattern("\\b(INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP|TRUNCATE)\\b")
        .doesNotContainPattern("\\b(BEGIN TRAN|SAVE TRAN|COMMIT|ROLLBACK)");
  }

  @Test
  void b67ReadsInTheOrderOfTheClusteredKey() {
    assertThat(Statements.changes("dbo_orders", List.of("id"), true))
        .endsWith("ORDER BY c.[__$start_lsn], c.[__$command_id], c.[__$seqval], c.[__$operation];");
  }

  @Test
  void b10ReadsWithoutTheCommandIdWhereTheServerLacksIt() {
    assertThat(Statements.changes("dbo_orders", List.of("id"), false))
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
  void b38QuotesEveryNameOfTheChanges() {
    String text =
        Statements.changes(
            "MyInst]1 %s",
            List.of("a]b", "?", "{fn now()}", "$1", "b\\c", "#table", "[select] 100%"), true);

    assertThat(text)
        .contains(
            ", c.[a]]b], c.[?], c.[{fn now()}], c.[$1], c.[b\\c], c.[#table], c.[[select]] 100%]"
                + " FROM ")
        .contains("FROM cdc.[MyInst]]1 %s_CT] AS c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MyInst]1 %s", "Co Inc$Item]Led'ger \"x\"", "b\\c$1", "?", "{fn now()}"})
  void b38AndB39QuoteTheInstanceInCountsAndTilesVerbatim(String instance) {
    String table = "FROM cdc.[" + instance.replace("]", "]]") + "_CT] AS c";
    Piece piece = new Piece(instance, new LsnRange(Lsn.ZERO, Lsn.ZERO.next()));
    String plain =
        RangeStatements.measure(
            List.of(new Piece("x", piece.range()), new Piece("x", piece.range())));

    String measure = RangeStatements.measure(List.of(piece, piece));

    assertThat(measure.replace(table, "FROM cdc.[x_CT] AS c")).isEqualTo(plain);
    assertThat(RangeStatements.tiles(piece, 2)).containsOnlyOnce(table);
  }

  @Test
  void b40TakesTheNameOfTheInstanceNotOfTheTable() {
    Piece piece = new Piece("MyInst 1", new LsnRange(Lsn.ZERO, Lsn.ZERO.next()));

    assertThat(RangeStatements.measure(List.of(piece))).contains("FROM cdc.[MyInst 1_CT] AS c");
    assertThat(Statements.changes("MyInst 1", List.of("id", "c"), true))
        .contains(", c.[id], c.[c] FROM cdc.[MyInst 1_CT] AS c");
  }

  @Test
  void readsTheMetadataAloneWhereNoColumnIsWanted() {
    assertThat(Statements.changes("dbo_orders", List.of(), true))
        .startsWith(
            "SELECT c.[__$start_lsn], c.[__$seqval], c.[__$operation], c.[__$command_id] FROM ");
  }

  @Test
  void hasAsManyParametersAsTheCallsBind() {
    Piece piece = new Piece("dbo_orders", new LsnRange(Lsn.ZERO, Lsn.ZERO.next()));

    for (int pieces = 1; pieces <= 2; pieces++) {
      String text = RangeStatements.measure(Collections.nCopies(pieces, piece));
      assertThat(text.chars().filter(c -> c == '?').count())
          .isEqualTo(
              RangeStatements.GENERAL_PARAMETERS + pieces * RangeStatements.PIECE_PARAMETERS);
    }
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
  void asksForTheWatermarksAfterTheCount() {
    Piece piece = new Piece("dbo_orders", new LsnRange(Lsn.ZERO, Lsn.ZERO.next()));
    String text = RangeStatements.measure(List.of(piece, piece));

    assertThat(text.indexOf("fn_cdc_get_min_lsn"))
        .isGreaterThan(text.lastIndexOf("COUNT_BIG"))
        .isGreaterThan(text.lastIndexOf("LAG("));
    assertThat(text).contains("min_lsn_1", "min_lsn_2");
  }

  @Test
  void b24ComparesTimesOfTheServerAlone() {
    Piece piece = new Piece("dbo_orders", new LsnRange(Lsn.ZERO, Lsn.ZERO.next()));

    assertThat(all())
        .allSatisfy(text -> assertThat(text).doesNotContainPattern("date\\w*[^;]*= \\?"));
    assertThat(RangeStatements.measure(List.of(piece)))
        .contains("@seconds int = ?, @milliseconds int = ?", "SYSDATETIME()");
  }
}
