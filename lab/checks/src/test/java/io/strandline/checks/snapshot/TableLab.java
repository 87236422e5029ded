package io.strandline.checks.snapshot;

import io.strandline.change.CaptureInstance;
import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lsn.Lsn;
import io.strandline.port.PollRequest;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.time.ZoneId;
import java.util.List;

/** A stepped lab of small tables, and a least-privileged source on it. */
final class TableLab implements AutoCloseable {

  static final String DATABASE = "sales";

  private static final FetchLimits SMALL = new FetchLimits(7, 100_000, 1);

  final Lab lab;
  final LabSqlRunner sa;
  final SqlServerSource source;

  TableLab() {
    this("UTC");
  }

  /** A lab whose server's local clock is in a zone. */
  TableLab(String zone) {
    lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE).withZone(ZoneId.of(zone)));
    sa = lab.admin(DATABASE);
    sa.run("EXEC sys.sp_cdc_enable_db");
    source = SqlServerSource.open(config());
  }

  SqlServerConfig config() {
    return SqlServerConfig.of(
            lab.jdbcUrl(DATABASE), "reader", new Secret(lab.config().server().readerPassword()))
        .withRetry(Scene.QUICK)
        .withFetch(SMALL);
  }

  /** Makes a table of the name {@code dbo.name}, captures it and lets the reader read it. */
  void table(String name, String columns, String more) {
    sa.run("CREATE TABLE dbo.[" + name + "] (" + columns + ")");
    if (!more.isEmpty()) {
      sa.run(more);
    }
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
            + name
            + "', @role_name = NULL, @supports_net_changes = 0, @capture_instance = N'"
            + name
            + "'");
    lab.database(DATABASE).capture().drain();
    lab.database(DATABASE).grantReader("reader", name);
  }

  /** Inserts rows, each a list of T-SQL values. */
  void insert(String name, List<String> rows) {
    for (int from = 0; from < rows.size(); from += 100) {
      List<String> some = rows.subList(from, Math.min(rows.size(), from + 100));
      sa.run("INSERT INTO dbo.[" + name + "] VALUES (" + String.join("), (", some) + ")");
    }
  }

  void drain() {
    lab.database(DATABASE).capture().drain();
  }

  CaptureInstance instance(String name) {
    return source.poll(new PollRequest(name, Lsn.ZERO)).instance(name).orElseThrow().instance();
  }

  SnapshotView view(String name) {
    return source.view(SnapshotViewRequest.of(instance(name)));
  }

  /** Ranges of five rows or more. */
  SnapshotLayout layout(SnapshotView view, int ranges) {
    return source.layout(
        new SnapshotLayoutRequest(
            view.table(), ranges, 5, view.rowEstimate(), SnapshotReads.DEFAULT));
  }

  TableReading read(SnapshotView view, KeyRange range) {
    return TableReading.of(
        source, new SnapshotReadRequest(view.table(), range, SnapshotReads.DEFAULT));
  }

  /** How many rows of a table all reads together have looked at. */
  long visited(String name) {
    return java.util.Objects.requireNonNull(lab.database(DATABASE).table("dbo", name))
        .visitedRows();
  }

  @Override
  public void close() {
    source.close();
    if (!Waits.until(() -> lab.tds().connectionCount() == 0)) {
      throw new AssertionError("the source left a connection open");
    }
    lab.close();
  }
}
