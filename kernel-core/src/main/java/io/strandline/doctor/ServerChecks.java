package io.strandline.doctor;

import io.strandline.doctor.Finding.Status;
import io.strandline.explain.Spans;
import io.strandline.port.ServerClock;
import io.strandline.port.ServerView;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is told of the server itself, as far as the login sees it. */
record ServerChecks(ServerView server, String database) {

  private static final int EXPRESS = 4;
  private static final int AZURE_SQL_DATABASE = 5;
  private static final int MANAGED_INSTANCE = 8;
  private static final int SQL_SERVER_2016 = 13;

  /** Entries further apart than this are no heartbeat; the script's beats every ten seconds. */
  private static final Duration BEAT = Duration.ofMinutes(1);

  private static final Duration WINDOW = Duration.ofMinutes(30);

  /** Fewer entries than this in the window tell nothing of how they come. */
  private static final int FEWEST_ENTRIES = 3;

  Finding version() {
    String what = server.edition() + ", version " + server.version();
    if (server.engineEdition() == EXPRESS) {
      return new Finding(
          Check.VERSION,
          Status.PROBLEM,
          what + ": Express has no SQL Server Agent, which runs capture",
          "use Standard, Enterprise or Developer, or a managed edition");
    }
    boolean cloud =
        server.engineEdition() == AZURE_SQL_DATABASE || server.engineEdition() == MANAGED_INSTANCE;
    if (!cloud && major() < SQL_SERVER_2016) {
      return new Finding(
          Check.VERSION,
          Status.WARNING,
          what + ", which is older than SQL Server 2016 (13) and untried",
          "update the server to SQL Server 2016 SP1 or newer");
    }
    return Finding.ok(Check.VERSION, what);
  }

  private int major() {
    String digits = server.version().split("\\.", 2)[0];
    return digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : 0;
  }

  Finding captureEnabled() {
    return server.captureEnabled()
        ? Finding.ok(Check.CAPTURE_ENABLED, "change data capture is on in " + database)
        : new Finding(
            Check.CAPTURE_ENABLED,
            Status.PROBLEM,
            "change data capture is off in " + database,
            "a sysadmin runs EXEC sys.sp_cdc_enable_db; in the database (sql/setup.sql does it, and"
                + " enables tables)");
  }

  Finding agent() {
    if (server.engineEdition() == AZURE_SQL_DATABASE) {
      return Finding.ok(
          Check.AGENT, "Azure SQL Database has no Agent: a scheduler of its own runs capture");
    }
    if (server.agentRuns().isEmpty()) {
      return Finding.unknown(
          Check.AGENT,
          "this login may not see the server's services",
          "ask a DBA to run SELECT servicename, status_desc, startup_type_desc FROM"
              + " sys.dm_server_services;");
    }
    return server.agentRuns().get()
        ? Finding.ok(Check.AGENT, "SQL Server Agent runs")
        : new Finding(
            Check.AGENT,
            Status.PROBLEM,
            "SQL Server Agent is stopped, so nothing is captured",
            "start the service SQL Server Agent and set its start mode to Automatic");
  }

  /** A capture job that is missing; empty if there is one or the login may not see the jobs. */
  Optional<Finding> missingJob() {
    boolean missing =
        server.engineEdition() != AZURE_SQL_DATABASE
            && server.jobs().filter(jobs -> !jobs.contains("capture")).isPresent();
    return missing
        ? Optional.of(
            new Finding(
                Check.CAPTURE_JOB,
                Status.PROBLEM,
                "the database has no capture job",
                "a db_owner runs EXEC sys.sp_cdc_add_job @job_type = N'capture';"))
        : Optional.empty();
  }

  /** What the newest log scan tells. */
  String scan() {
    if (server.scans().isEmpty()) {
      return "; this login may not see its log scans";
    }
    if (server.scans().get().isEmpty()) {
      return "; it has not scanned the log since the server started";
    }
    ServerView.Scan scan = server.scans().get().get(0);
    return "; its newest log scan "
        + scan.end().map(end -> "ended at " + end + " server time").orElse("goes on")
        + (scan.errors() == 0 ? "" : " with " + scan.errors() + " errors");
  }

  /** Whether the newest log scan met errors. */
  boolean scanFailed() {
    return server.scans().stream().flatMap(List::stream).anyMatch(scan -> scan.errors() > 0);
  }

  /** Entries without a heartbeat come about every five minutes in a quiet time (measured). */
  Finding heartbeat(ServerClock clock) {
    LocalDateTime now = LocalDateTime.ofInstant(clock.utc(), clock.offset());
    List<LocalDateTime> recent = new ArrayList<>();
    server.entries().stream()
        .flatMap(List::stream)
        .filter(entry -> !entry.isBefore(now.minus(WINDOW)))
        .forEach(recent::add);
    if (recent.size() < FEWEST_ENTRIES) {
      return Finding.unknown(
          Check.HEARTBEAT,
          "capture recorded "
              + recent.size()
              + " entries in the last "
              + Spans.text(WINDOW)
              + ", too few to tell",
          "examine again once capture has run for half an hour");
    }
    Duration longest = Duration.between(recent.get(0), now);
    for (int i = 1; i < recent.size(); i++) {
      Duration gap = Duration.between(recent.get(i), recent.get(i - 1));
      longest = gap.compareTo(longest) > 0 ? gap : longest;
    }
    String what =
        "the longest time without an entry was "
            + Spans.text(longest)
            + " since "
            + recent.get(recent.size() - 1)
            + " server time";
    return longest.compareTo(BEAT) <= 0
        ? Finding.ok(Check.HEARTBEAT, what)
        : new Finding(
            Check.HEARTBEAT,
            Status.WARNING,
            what + ", so nothing beats, and a quiet period is final that late",
            "run sql/heartbeat.sql as a sysadmin if that is too late");
  }

  Finding partitions(String instance, String table) {
    if (server.partitions().isEmpty()) {
      return Finding.unknown(
          Check.PARTITIONS,
          "this login may not see whether " + table + " is partitioned",
          "ask a DBA to run SELECT COUNT(*) FROM sys.partitions WHERE object_id = OBJECT_ID(N'"
              + table.replace("'", "''")
              + "') AND index_id IN (0, 1);");
    }
    int count = server.partitions().get();
    if (count == 1) {
      return Finding.ok(Check.PARTITIONS, table + " has one partition");
    }
    String what = table + " has " + count + " partitions, and ";
    if (server.partitionSwitch().isEmpty()) {
      return Finding.unknown(
          Check.PARTITIONS,
          what + "this login may not see whether they may be switched past capture",
          "ask a DBA to run SELECT partition_switch FROM cdc.change_tables WHERE capture_instance ="
              + " N'"
              + instance.replace("'", "''")
              + "'; 1 lets rows come and go without a change row");
    }
    return server.partitionSwitch().get()
        ? new Finding(
            Check.PARTITIONS,
            Status.WARNING,
            what + "they may be switched: rows then come and go without a change row (documented)",
            "enable another instance with @allow_partition_switch = 0 and go over to it, or never"
                + " run ALTER TABLE … SWITCH on the table")
        : Finding.ok(Check.PARTITIONS, what + "switching them is refused");
  }
}
