package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CdcJob;
import io.strandline.lab.sql.query.StatementContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code msdb.dbo.cdc_jobs}: the capture and cleanup jobs of databases with CDC (documented). */
final class CdcJobViews {

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
      for (CdcJob job : database.cdc().jobs().all()) {
        rows.add(
            new @Nullable Object[] {
              database.id(),
              job.type().text(),
              job.jobId(),
              job.maxTransactions(),
              job.maxScans(),
              job.continuous(),
              job.pollingSeconds(),
              job.retentionMinutes(),
              job.threshold()
            });
      }
    }
    return rows;
  }
}
