package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.LiveSession;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.SessionWaits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, their requests and their waits for locks: a part of the documented columns.
 *
 * <p>A login sees its own session; one with VIEW SERVER STATE, here an administrator, all.
 */
final class ExecutionViews {

  static final View SESSIONS =
      new View(
          "session_id smallint!, login_time datetime!, program_name nvarchar(128), login_name"
              + " nvarchar(128)!, status nvarchar(30)!, database_id smallint!,"
              + " transaction_isolation_level smallint!, lock_timeout int!, open_transaction_count"
              + " int!, is_user_process bit!",
          ExecutionViews::sessions);

  static final View REQUESTS =
      new View(
          "session_id smallint!, request_id int!, status nvarchar(30)!, database_id smallint!,"
              + " blocking_session_id smallint, wait_type nvarchar(60), wait_time int!,"
              + " open_transaction_count int!, transaction_isolation_level smallint!, lock_timeout"
              + " int!",
          ExecutionViews::requests);

  static final View WAITS =
      new View(
          "session_id smallint!, wait_type nvarchar(60)!, waiting_tasks_count bigint!, wait_time_ms"
              + " bigint!, max_wait_time_ms bigint!, signal_wait_time_ms bigint!",
          ExecutionViews::waits);

  private ExecutionViews() {}

  private static List<LiveSession> visible(StatementContext context) {
    List<LiveSession> sessions = new ArrayList<>(context.server().sessions());
    if (!context.access().isSysadmin()) {
      sessions.removeIf(session -> session.id() != context.session().id());
    }
    return sessions;
  }

  private static List<@Nullable Object[]> sessions(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (LiveSession session : visible(context)) {
      rows.add(
          new @Nullable Object[] {
            session.id(),
            session.loginTime(),
            session.application(),
            session.login(),
            session.isRunning() ? "running" : "sleeping",
            session.databaseId(),
            session.isolationLevel(),
            (int) session.lockTimeout(),
            session.transactionCount(),
            true
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> requests(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (LiveSession session : visible(context)) {
      if (!session.isRunning()) {
        continue;
      }
      SessionWaits.Current wait = context.server().store().sessionWaits().current(session.id());
      rows.add(
          new @Nullable Object[] {
            session.id(),
            0,
            wait == null ? "running" : "suspended",
            session.databaseId(),
            wait == null ? 0 : wait.blockingSession(),
            wait == null ? null : wait.type(),
            wait == null ? 0 : (int) wait.millis(),
            session.transactionCount(),
            session.isolationLevel(),
            (int) session.lockTimeout()
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> waits(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (LiveSession session : visible(context)) {
      for (SessionWaits.Total total :
          context.server().store().sessionWaits().totals(session.id())) {
        rows.add(
            new @Nullable Object[] {
              session.id(), total.type(), total.count(), total.millis(), total.longestMillis(), 0L
            });
      }
    }
    return rows;
  }
}
