package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CaptureInstance;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ReadRequest;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReadOpeningTest {

  private static final Lsn COMMIT = Lsn.parse("0x0000002A000001E80004");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final List<String> METADATA = List.of("binary", "binary", "int", "int");

  private boolean hasCommandId = true;
  private final FakeRows changes =
      FakeRows.labelled(
          "__$start_lsn", "__$seqval", "__$operation", "__$command_id", "small", "other");

  private FakeReadSession data(String... capturedTypes) {
    List<String> types = new java.util.ArrayList<>(METADATA);
    types.addAll(List.of(capturedTypes));
    return new FakeReadSession(types, this::answer);
  }

  private final FakeReadSession mapping =
      new FakeReadSession(
          List.of("binary", "datetime"),
          text -> FakeRows.labelled("start_lsn", "tran_end_time").row(COMMIT.toBytes(), NOON));

  private Object answer(String text) {
    if (text.equals(Statements.SESSION)) {
      return FakeRows.labelled("database_name", "broker_guid", "max_lsn")
          .row("sales", null, COMMIT.toBytes());
    }
    if (text.equals(Statements.MIN_LSN)) {
      return FakeRows.labelled("min_lsn").row((Object) COMMIT.toBytes());
    }
    boolean asksForIt = text.contains("c.[__$command_id]");
    return asksForIt && !hasCommandId
        ? new SQLException("列名 '__$command_id' 无效。", "S0001", 207)
        : changes;
  }

  private static ReadRequest request(TableColumn... wanted) {
    CaptureInstance instance =
        new CaptureInstance(
            "dbo_orders", "dbo", "orders", 100, Optional.of(COMMIT), NOON, List.of());
    return new ReadRequest(
        instance, List.of(wanted), new LsnRange(COMMIT.previous(), COMMIT.next()));
  }

  private ChangeFeed open(FakeReadSession data, TableColumn... wanted) throws SQLException {
    Context context = new Context("db1:1433/sales", Optional.empty(), "dbo_orders", true);
    return new ReadOpening(request(wanted), FetchLimits.DEFAULT, context)
        .open(data.connection(), mapping.connection());
  }

  private static TableColumn column(String name, Kind kind) {
    return new TableColumn(name, ColumnType.of(kind));
  }

  @Test
  void deliversAWiderTypeAndTellsTheNaturalOne() throws SQLException {
    changes.row(COMMIT.toBytes(), COMMIT.toBytes(), 2, 1, 7, null);
    FakeReadSession data = data("int");

    ChangeFeed feed = open(data, column("small", Kind.LONG));
    ChangeBatch batch = feed.next().orElseThrow();

    assertThat(feed.session().columns()).containsExactly(column("small", Kind.INT));
    assertThat(((LongVector) batch.captured().get(0)).get(0)).isEqualTo(7);
  }

  @Test
  void deliversAColumnThatNoLongerFitsAsItIs() throws SQLException {
    ChangeFeed feed = open(data("nvarchar"), column("small", Kind.INT));

    assertThat(feed.session().columns()).containsExactly(column("small", Kind.STRING));
  }

  @Test
  void b40ReadsTheMetadataAloneWhereNoColumnIsWanted() throws SQLException {
    changes.row(COMMIT.toBytes(), COMMIT.toBytes(), 2, 1, null, null);
    FakeReadSession data = data();

    ChangeBatch batch = open(data).next().orElseThrow();

    assertThat(batch.captured()).isEmpty();
    assertThat(batch.rows()).isOne();
  }

  @Test
  void b10ReadsAnInstanceWithoutTheCommandId() throws SQLException {
    hasCommandId = false;
    changes.row(COMMIT.toBytes(), COMMIT.toBytes(), 2, null, 7, null);
    FakeReadSession data = data("int");

    ChangeBatch batch = open(data, column("small", Kind.INT)).next().orElseThrow();

    assertThat(batch.commandId().isNull(0)).isTrue();
    assertThat(data.executed()).hasSize(3);
    assertThat(data.executed().get(2)).contains("CAST(NULL AS int)").contains("ORDER BY");
  }

  @Test
  void b13RunsNoStatementWhileRowsAreOpenOnTheirConnection() throws SQLException {
    changes.row(COMMIT.toBytes(), COMMIT.toBytes(), 2, 1, 7, null);
    FakeReadSession data = data("int");

    ChangeFeed feed = open(data, column("small", Kind.INT));
    assertThat(data.executed()).hasSize(2);
    assertThat(feed.next()).isPresent();
    assertThat(data.executed()).hasSize(2);
    assertThat(feed.next()).isEmpty();

    assertThat(data.executed()).last().isEqualTo(Statements.MIN_LSN);
    assertThat(mapping.executed()).hasSize(1);
    assertThat(feed.minLsnAfter()).contains(COMMIT);
  }

  @Test
  void b14BeginsNoTransactionAndCutsBothConnections() throws SQLException {
    FakeReadSession data = data("int");

    ChangeFeed feed = open(data, column("small", Kind.INT));
    feed.close();

    assertThat(data.calls()).containsExactly("abort");
    assertThat(mapping.calls()).containsExactly("abort");
  }
}
