package io.strandline.sqlserver;

import io.strandline.port.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements that count and cut ranges of change tables. All of them only read; times are
 * compared on the server alone, and never with one of this Java runtime.
 */
final class RangeStatements {

  /** Most steps back of the clock that one measurement returns. */
  static final int MOST_STEPS = 100_000;

  /** Parameters of {@link #measure} before those of its pieces. */
  static final int GENERAL_PARAMETERS = 6;

  /** Parameters of each piece. */
  static final int PIECE_PARAMETERS = 3;

  private static final String PARAMETERS =
      """
      SET NOCOUNT ON;
      DECLARE @start binary(10) = CAST(? AS binary(10));
      DECLARE @end binary(10) = CAST(? AS binary(10));
      DECLARE @most_rows bigint = ?, @most_commits bigint = ?;
      DECLARE @seconds int = ?, @milliseconds int = ?;
      """;

  private static final String PIECE =
      """
      DECLARE @from_%1$d binary(10) = CAST(? AS binary(10));
      DECLARE @to_%1$d binary(10) = CAST(? AS binary(10));
      DECLARE @instance_%1$d nvarchar(128) = ?;
      """;

  private static final String ROWS =
      """
      SELECT c.[__$start_lsn] AS lsn FROM %2$s AS c
        WHERE c.[__$start_lsn] > @from_%1$d AND c.[__$start_lsn] <= @to_%1$d""";

  /**
   * The batch's end by rows, then by commits; each cut is at a whole commit, the first one whole.
   */
  private static final String CUT =
      """
      DECLARE @rows bigint, @last binary(10), @cut binary(10) = @end;
      DECLARE @found bigint, @next binary(10);
      SELECT @rows = COUNT_BIG(*), @last = MAX(r.lsn)
      FROM (SELECT TOP (@most_rows + 1) u.lsn FROM (%1$s) AS u ORDER BY u.lsn) AS r;
      IF @rows > @most_rows
      BEGIN
        SET @cut = @last;
        SELECT TOP (1) @cut = u.lsn FROM (%1$s) AS u WHERE u.lsn < @last ORDER BY u.lsn DESC;
        SET @last = @cut;
      END;
      IF @rows > @most_commits
      BEGIN
        SELECT @found = COUNT_BIG(*), @next = MAX(d.lsn)
        FROM (SELECT DISTINCT TOP (@most_commits + 1) u.lsn FROM (%1$s) AS u
          WHERE u.lsn <= @cut ORDER BY u.lsn) AS d;
        IF @found > @most_commits
        BEGIN
          SELECT TOP (1) @cut = u.lsn FROM (%1$s) AS u WHERE u.lsn < @next ORDER BY u.lsn DESC;
          SET @last = @cut;
        END;
      END;
      """;

  /** What has room in a batch is counted already; a commit that ends the range may have none. */
  private static final String COUNT_ONE =
      """
      DECLARE @rows_1 bigint = @rows;
      IF @rows > @most_rows OR @cut < @end
        SELECT @rows_1 = COUNT_BIG(*) FROM (%1$s) AS u WHERE u.lsn <= @cut;
      """;

  private static final String COUNT_TWO =
      """
      DECLARE @rows_1 bigint, @rows_2 bigint;
      SELECT @rows_1 = COUNT_BIG(*) FROM (%1$s) AS u WHERE u.lsn <= @cut;
      SELECT @rows_2 = COUNT_BIG(*) FROM (%2$s) AS u WHERE u.lsn <= @cut;
      """;

  /** The window begins at the newest commit that the range does not hold, its clock carried. */
  private static final String CLOCK =
      """
      DECLARE @mapped binary(10), @mapped_time datetime, @before binary(10) = @start;
      SELECT TOP (1) @mapped = m.start_lsn, @mapped_time = m.tran_end_time
      FROM cdc.lsn_time_mapping AS m
      WHERE m.start_lsn > @start AND m.start_lsn <= @cut ORDER BY m.start_lsn DESC;
      SELECT TOP (1) @before = m.start_lsn
      FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn <= @start ORDER BY m.start_lsn DESC;
      DECLARE @above datetime, @ahead bigint = 0, @ahead_lsn binary(10), @ahead_time datetime;
      IF @seconds IS NOT NULL
      BEGIN
        SET @above =
          CAST(DATEADD(second, @seconds, DATEADD(millisecond, @milliseconds, SYSDATETIME()))
            AS datetime);
        SELECT @ahead = COUNT_BIG(*), @ahead_lsn = MIN(m.start_lsn)
        FROM cdc.lsn_time_mapping AS m
        WHERE m.start_lsn > @start AND m.start_lsn <= @cut AND m.tran_end_time > @above;
        SELECT @ahead_time = m.tran_end_time
        FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @ahead_lsn;
        SELECT TOP (%1$d) s.previous_lsn AS carried_lsn, s.before_time AS carried_time
        FROM (SELECT m.start_lsn AS lsn, m.tran_end_time AS after_time,
            LAG(m.start_lsn) OVER (ORDER BY m.start_lsn) AS previous_lsn,
            LAG(m.tran_end_time) OVER (ORDER BY m.start_lsn) AS before_time
          FROM cdc.lsn_time_mapping AS m
          WHERE m.start_lsn > @start AND m.start_lsn <= @cut) AS s
        WHERE s.after_time > @above AND s.before_time <= @above ORDER BY s.lsn;
      END;
      SELECT TOP (%1$d) s.previous_lsn, s.lsn AS step_lsn, s.before_time, s.after_time
      FROM (SELECT m.start_lsn AS lsn, m.tran_end_time AS after_time,
          LAG(m.start_lsn) OVER (ORDER BY m.start_lsn) AS previous_lsn,
          LAG(m.tran_end_time) OVER (ORDER BY m.start_lsn) AS before_time
        FROM cdc.lsn_time_mapping AS m
        WHERE m.start_lsn >= @before AND m.start_lsn <= @cut
          AND (@above IS NULL OR m.tran_end_time <= @above OR m.start_lsn <= @start)) AS s
      WHERE s.after_time < s.before_time ORDER BY s.lsn;
      """;

  private static final String SUMMARY =
      """
      SELECT @cut AS cut_lsn, @last AS last_lsn, @mapped AS mapped_lsn,
        @mapped_time AS mapped_time, @above AS above_time, @ahead AS ahead_count,
        @ahead_lsn AS ahead_lsn, @ahead_time AS ahead_time%s;
      """;

  /**
   * A commit that straddles tiles is whole in the one it begins in; only the few bounds are looked
   * up in the time mapping. The number of tiles is written out, since older documentation of NTILE
   * wants a constant.
   */
  private static final String TILES =
      """
      SET NOCOUNT ON;
      DECLARE @from binary(10) = CAST(? AS binary(10));
      DECLARE @to binary(10) = CAST(? AS binary(10));
      DECLARE @instance nvarchar(128) = ?;
      SELECT t.bound_lsn, t.row_count,
        (SELECT m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = t.bound_lsn)
          AS bound_time
      FROM (SELECT MAX(g.lsn) AS bound_lsn, SUM(g.row_count) AS row_count
        FROM (SELECT n.lsn, MIN(n.tile) AS tile, COUNT_BIG(*) AS row_count
          FROM (SELECT c.[__$start_lsn] AS lsn,
              NTILE(%2$d) OVER (ORDER BY c.[__$start_lsn]) AS tile
            FROM %1$s AS c
            WHERE c.[__$start_lsn] > @from AND c.[__$start_lsn] <= @to) AS n
          GROUP BY n.lsn) AS g
        GROUP BY g.tile) AS t
      ORDER BY t.bound_lsn;
      SELECT sys.fn_cdc_get_min_lsn(@instance) AS min_lsn;
      """;

  private RangeStatements() {}

  /**
   * Counts the rows of pieces, cuts them at a whole commit and lists the range's steps back;
   * parameters: start, end, most rows, most commits, seconds and milliseconds above the server's
   * clock or NULL twice, then of each piece start, end and instance.
   */
  static String measure(List<Piece> pieces) {
    StringBuilder text = new StringBuilder(PARAMETERS);
    List<String> rows = new ArrayList<>();
    for (int i = 1; i <= pieces.size(); i++) {
      text.append(PIECE.formatted(i));
      rows.add(ROWS.formatted(i, table(pieces.get(i - 1))));
    }
    text.append(CUT.formatted(String.join("\n        UNION ALL\n        ", rows)));
    text.append((rows.size() == 1 ? COUNT_ONE : COUNT_TWO).formatted(rows.toArray()));
    StringBuilder counts = new StringBuilder();
    for (int i = 1; i <= pieces.size(); i++) {
      counts.append(",\n  @rows_%1$d AS row_count_%1$d".formatted(i));
      counts.append(",\n  sys.fn_cdc_get_min_lsn(@instance_%1$d) AS min_lsn_%1$d".formatted(i));
    }
    return text.append(CLOCK.formatted(MOST_STEPS + 1))
        .append(SUMMARY.formatted(counts))
        .toString();
  }

  /** Cuts a piece for at most so many readers; parameters: start, end, instance. */
  static String tiles(Piece piece, int tiles) {
    return TILES.formatted(table(piece), tiles);
  }

  private static String table(Piece piece) {
    return Statements.changeTable(piece.captureInstance());
  }
}
