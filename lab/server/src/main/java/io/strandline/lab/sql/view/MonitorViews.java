package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Security;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.RecoveryFork;
import io.strandline.lab.cdc.ScanSession;
import io.strandline.lab.cdc.ScanSessions;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.StatementContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the server tells of its log scans and of its databases' recovery (documented shapes). */
final class MonitorViews {

  private static final View SESSIONS =
      new View(
          "session_id int!, start_time datetime, end_time datetime, duration bigint, scan_phase"
              + " nvarchar(200), error_count int, start_lsn nvarchar(23), current_lsn"
              + " nvarchar(23), end_lsn nvarchar(23), tran_count bigint, last_commit_lsn"
              + " nvarchar(23), last_commit_time datetime, log_record_count bigint,"
              + " schema_change_count int, command_count bigint, first_begin_cdc_lsn nvarchar(23),"
              + " last_commit_cdc_lsn nvarchar(23), last_commit_cdc_time datetime, latency int,"
              + " empty_scan_count int, failed_sessions_count int",
          MonitorViews::sessions);

  private static final View ERRORS =
      new View(
          "session_id int!, phase_number int, entry_time datetime, error_number int,"
              + " error_severity int, error_state int, error_message nvarchar(1024), start_lsn"
              + " nvarchar(23), begin_lsn nvarchar(23), sequence_value nvarchar(23)",
          MonitorViews::errors);

  private static final View RECOVERY =
      new View(
          "database_id int!, database_guid uniqueidentifier, family_guid uniqueidentifier,"
              + " last_log_backup_lsn numeric(25), recovery_fork_guid uniqueidentifier,"
              + " first_recovery_fork_guid uniqueidentifier, fork_point_lsn numeric(25)",
          MonitorViews::recovery);

  private static final String NO_LSN = "00000000:00000000:0000";

  private MonitorViews() {}

  static void addTo(Map<String, View> views) {
    views.put("dm_cdc_log_scan_sessions", SESSIONS);
    views.put("dm_cdc_errors", ERRORS);
    views.put("database_recovery_status", RECOVERY);
  }

  /** The form of the log functions: file, block and slot in hexadecimal digits. */
  private static String text(@Nullable Lsn lsn) {
    return lsn == null
        ? NO_LSN
        : String.format("%08X:%08X:%04X", lsn.high() >>> 32, lsn.high() & 0xFFFF_FFFFL, lsn.low());
  }

  private static void requireState(StatementContext context, Database database) {
    if (!context.access().allows(database, "VIEW DATABASE STATE", Security.DATABASE, "sys", "")) {
      throw SqlException.of(
          262,
          14,
          1,
          "VIEW DATABASE STATE permission denied in database '" + database.name() + "'.");
    }
  }

  private static List<@Nullable Object[]> sessions(StatementContext context, Database database) {
    requireState(context, database);
    List<ScanSession> sessions = database.cdc().sessions().sessions();
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (!sessions.isEmpty()) {
      rows.add(aggregate(sessions));
    }
    sessions.forEach(session -> rows.add(row(session)));
    return rows;
  }

  private static @Nullable Object[] row(ScanSession session) {
    boolean empty = session.transactions() == 0;
    return new @Nullable Object[] {
      session.id(),
      session.start(),
      session.end(),
      empty ? 0L : seconds(session.start(), session.end()),
      "Done",
      session.errors(),
      text(session.firstBegin()),
      text(session.lastCommit()),
      text(session.lastCommit()),
      session.transactions(),
      text(session.lastCommit()),
      session.lastCommitTime(),
      session.logRecords(),
      session.schemaChanges(),
      session.commands(),
      text(session.firstBegin()),
      text(session.lastCommit()),
      session.lastCommitTime(),
      latency(session),
      session.emptyScans(),
      session.errors() > 0 ? 1 : 0
    };
  }

  private static long seconds(LocalDateTime from, LocalDateTime to) {
    return Math.max(0, Duration.between(from, to).toSeconds());
  }

  private static int latency(ScanSession session) {
    LocalDateTime commit = session.lastCommitTime();
    return commit == null ? 0 : (int) seconds(commit, session.end());
  }

  private static @Nullable Object[] aggregate(List<ScanSession> sessions) {
    ScanSession last = sessions.get(sessions.size() - 1);
    ScanSession busy = last;
    long duration = 0;
    int latency = 0;
    for (ScanSession session : sessions) {
      if (session.transactions() > 0) {
        busy = session;
        duration += seconds(session.start(), session.end());
        latency = latency(session) > 0 ? latency(session) : latency;
      }
    }
    return new @Nullable Object[] {
      0,
      sessions.get(0).start(),
      last.end(),
      duration,
      "Aggregate",
      sessions.stream().mapToInt(ScanSession::errors).sum(),
      text(last.firstBegin()),
      NO_LSN,
      text(last.lastCommit()),
      sessions.stream().mapToLong(ScanSession::transactions).sum(),
      text(busy.lastCommit()),
      busy.lastCommitTime(),
      sessions.stream().mapToLong(ScanSession::logRecords).sum(),
      sessions.stream().mapToInt(ScanSession::schemaChanges).sum(),
      sessions.stream().mapToLong(ScanSession::commands).sum(),
      text(busy.firstBegin()),
      text(busy.lastCommit()),
      busy.lastCommitTime(),
      latency,
      sessions.stream().mapToInt(ScanSession::emptyScans).sum(),
      (int) sessions.stream().filter(session -> session.errors() > 0).count()
    };
  }

  private static List<@Nullable Object[]> errors(StatementContext context, Database database) {
    requireState(context, database);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (ScanSessions.ScanError error : database.cdc().sessions().errors()) {
      rows.add(
          new @Nullable Object[] {
            error.session(),
            error.session() == 0 ? 0 : 7,
            error.time(),
            error.message().number(),
            error.message().severity(),
            error.message().state(),
            error.message().text(),
            NO_LSN,
            NO_LSN,
            NO_LSN
          });
    }
    return rows;
  }

  /** Decimal digits as backups write positions: file, ten digits of block, five of slot. */
  private static @Nullable BigDecimal number(@Nullable Lsn lsn) {
    if (lsn == null) {
      return null;
    }
    String digits =
        String.format("%d%010d%05d", lsn.high() >>> 32, lsn.high() & 0xFFFF_FFFFL, lsn.low());
    return new BigDecimal(new BigInteger(digits));
  }

  private static List<@Nullable Object[]> recovery(StatementContext context, Database current) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Database database : context.server().databases()) {
      RecoveryFork fork = database.cdc().fork();
      rows.add(
          new @Nullable Object[] {
            database.id(),
            fork.databaseGuid(),
            fork.familyGuid(),
            null,
            fork.current(),
            null,
            number(fork.forkPoint())
          });
    }
    return rows;
  }
}
