package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureSettings;
import io.strandline.lab.sql.query.StatementContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code msdb.dbo.cdc_jobs}: the capture and cleanup jobs of databases with CDC (documented). */
final class CdcJobViews {

  /** Minutes; three days (documented). */
  private static final long RETENTION = 4_320;

  /** Rows a delete (documented). */
  private static final long THRESHOLD = 5_000;

  static final View CDC_JOBS =
      new View(
          "database_id int!, job_type nvarchar(20)!, job_id uniqueidentifier, maxtrans int,"
              + " maxscans int, continuous bit, pollinginterval bigint, retention bigint, threshold"
              + " bigint",
          CdcJobViews::jobs);

  private CdcJobViews() {}

  private static List<@Nullable Object[]> jobs(StatementContext context, Database msdb) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Database database : context.server().databases()) {
      if (database.cdc().isEnabled() && !database.cdc().instances().isEmpty()) {
        CaptureSettings capture = database.cdc().job().settings();
        rows.add(
            new @Nullable Object[] {
              database.id(),
              "capture",
              id(database, "capture"),
              capture.maxTransactions(),
              capture.maxScans(),
              true,
              capture.pollingInterval().toSeconds(),
              0L,
              0L
            });
        rows.add(
            new @Nullable Object[] {
              database.id(),
              "cleanup",
              id(database, "cleanup"),
              0,
              0,
              false,
              0L,
              RETENTION,
              THRESHOLD
            });
      }
    }
    return rows;
  }

  private static UUID id(Database database, String type) {
    String text = "cdc." + database.name() + "_" + type;
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
