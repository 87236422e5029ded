package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.StatementContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code sys.dm_server_services}: whether SQL Server and its Agent run (documented). */
final class ServiceViews {

  private static final int AUTOMATIC = 2;
  private static final int STOPPED = 1;
  private static final int RUNNING = 4;

  static final View SERVICES =
      new View(
          "servicename nvarchar(256)!, startup_type int, startup_type_desc nvarchar(256)!, status"
              + " int, status_desc nvarchar(256)!, process_id int, service_account nvarchar(256)!,"
              + " is_clustered nvarchar(1)!, cluster_nodename nvarchar(256)",
          ServiceViews::services);

  private ServiceViews() {}

  private static List<@Nullable Object[]> services(StatementContext context, Database database) {
    if (!context.access().isSysadmin()) {
      throw SqlException.of(
          300,
          14,
          1,
          "VIEW SERVER STATE permission was denied on object 'server', database 'master'.");
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(service("SQL Server (MSSQLSERVER)", true));
    rows.add(service("SQL Server Agent (MSSQLSERVER)", context.server().agent().isRunning()));
    return rows;
  }

  private static @Nullable Object[] service(String name, boolean runs) {
    return new @Nullable Object[] {
      name,
      AUTOMATIC,
      "Automatic",
      runs ? RUNNING : STOPPED,
      runs ? "Running" : "Stopped",
      null,
      "lab",
      "N",
      null
    };
  }
}
