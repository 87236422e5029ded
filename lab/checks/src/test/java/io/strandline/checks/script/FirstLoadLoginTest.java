package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import io.strandline.port.PollRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The login that the script makes may make a first load, and needs no more. */
final class FirstLoadLoginTest {

  private static final String PASSWORD = "Tide-line-7";

  @ParameterizedTest
  @ValueSource(strings = {"id", "item, id"})
  void theReaderCutsAndReadsTheTable(String key) throws SQLException {
    try (Scripts scripts = new Scripts()) {
      scripts.run(
          "CREATE TABLE dbo.orders (id int NOT NULL, item nvarchar(30) NOT NULL, gone int NULL,"
              + " salary int NULL, PRIMARY KEY ("
              + key
              + "))",
          "EXEC sys.sp_cdc_enable_db",
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'orders',"
              + " @role_name = NULL, @captured_column_list = N'id, item, gone'");
      for (int i = 0; i < 40; i++) {
        scripts.run(
            "INSERT INTO dbo.orders (id, item, gone) VALUES (" + i + ", N'rope " + i % 3 + "', 1)");
      }
      scripts.capture();
      scripts.script(
          "reader_login.sql",
          Map.of(
              "DatabaseName",
              Scripts.DATABASE,
              "CaptureInstance",
              "dbo_orders",
              "ReaderName",
              "strandline_reader",
              "READER_PASSWORD",
              PASSWORD));
      scripts.run("ALTER TABLE dbo.orders DROP COLUMN gone");
      scripts.capture();
      SqlServerConfig config =
          SqlServerConfig.of(
              scripts.lab.jdbcUrl(Scripts.DATABASE), "strandline_reader", new Secret(PASSWORD));
      try (SqlServerSource source = SqlServerSource.open(config)) {
        assertThat(rows(source)).isEqualTo(40);
      }
    }
  }

  private static int rows(SqlServerSource source) {
    SnapshotView view =
        source.view(
            SnapshotViewRequest.of(
                source
                    .poll(new PollRequest("dbo_orders", Lsn.ZERO))
                    .instances()
                    .get(0)
                    .instance()));
    assertThat(view.table().columns())
        .extracting(column -> column.origin())
        .containsExactly(Origin.TABLE, Origin.TABLE, Origin.DROPPED);
    SnapshotLayout layout =
        source.layout(
            new SnapshotLayoutRequest(
                view.table(), 4, 5, view.rowEstimate(), SnapshotReads.DEFAULT));
    assertThat(layout.ranges()).hasSize(4);
    int rows = 0;
    for (KeyRange range : layout.ranges()) {
      try (SessionReader<SnapshotRows> reader =
          source.read(new SnapshotReadRequest(view.table(), range, SnapshotReads.DEFAULT))) {
        for (Optional<SnapshotRows> next = reader.next(); next.isPresent(); next = reader.next()) {
          rows += next.get().rows();
        }
        assertThat(reader.minLsnAfter()).isEqualTo(view.minLsn());
      }
    }
    return rows;
  }
}
