package io.strandline.doctor;

import io.strandline.change.CaptureInstance;
import io.strandline.doctor.Finding.Status;
import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.explain.Answer;
import io.strandline.explain.Spans;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.SourceCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.InstanceView;
import io.strandline.port.Measurement;
import io.strandline.port.ServerView;
import io.strandline.port.SourcePoll;
import io.strandline.time.CarriedClock;
import io.strandline.time.IdleEntries;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Examines a source from what it answered.
 *
 * @param url JDBC URL of the source
 * @param options of the stream that is to read it
 * @param source one look at it
 * @param changes a count of the newest instance's changes
 * @param server what the login sees of the server
 * @param target what is at the stream's target; asked for only where the options name columns
 * @param now the reader's clock, UTC
 */
public record Examination(
    String url,
    StreamOptions options,
    Answer<SourcePoll> source,
    Answer<Measurement> changes,
    Answer<ServerView> server,
    Answer<BronzeHead> target,
    Instant now) {

  private static final Duration IDLE_ENTRY = Duration.ofMinutes(6);
  private static final Duration SHORT_RETENTION = Duration.ofHours(24);

  private static final String START =
      "see that SQL Server Agent runs, then a db_owner runs EXEC sys.sp_cdc_help_jobs; and EXEC"
          + " sys.sp_cdc_start_job @job_type = N'capture'; (errors: sys.dm_cdc_errors)";

  private static final Set<ErrorCode> CONNECTED =
      EnumSet.of(ErrorCode.CAPTURE_INSTANCE_NOT_FOUND, ErrorCode.PERMISSION_DENIED);

  /** Whether the server answered and opened the database, whatever it said. */
  public static boolean isConnected(Answer<SourcePoll> source) {
    return source instanceof Answer.Given<SourcePoll>
        || source instanceof Answer.Failed<SourcePoll> failed
            && CONNECTED.contains(failed.error().code());
  }

  /** A finding of every check at least, in their order; of {@code COLUMNS} one a column. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (source instanceof Answer.Given<SourcePoll> given) {
      SourcePoll poll = given.value();
      findings.add(Finding.ok(Check.CONNECTION, "connected to database '" + poll.database() + "'"));
      findings.add(encryption());
      seen(poll, findings);
    } else if (source instanceof Answer.Failed<SourcePoll> failed) {
      StrandlineException error = failed.error();
      boolean connected = isConnected(source);
      findings.add(
          connected
              ? Finding.ok(Check.CONNECTION, "the server answers")
              : Finding.problem(Check.CONNECTION, error));
      findings.add(encryption());
      if (connected) {
        findings.add(Finding.problem(Check.CAPTURE_INSTANCE, error));
      }
    }
    serverChecks().ifPresent(checks -> addServer(checks, findings));
    for (Check check : Check.values()) {
      if (findings.stream().noneMatch(finding -> finding.check() == check)) {
        findings.add(Finding.unknown(check, "not examined, because of the problem above", ""));
      }
    }
    findings.sort(Comparator.comparing(Finding::check));
    return findings;
  }

  private Optional<ServerChecks> serverChecks() {
    if (!(server instanceof Answer.Given<ServerView> given)) {
      return Optional.empty();
    }
    String database =
        source instanceof Answer.Given<SourcePoll> poll
            ? "database '" + poll.value().database() + "'"
            : "the database";
    return Optional.of(new ServerChecks(given.value(), database));
  }

  private static void addServer(ServerChecks checks, List<Finding> findings) {
    findings.add(checks.version());
    findings.add(checks.captureEnabled());
    findings.add(checks.agent());
  }

  private Finding encryption() {
    String text = url.toLowerCase(Locale.ROOT).replace(" ", "");
    if (text.contains("encrypt=false") || text.contains("encrypt=no")) {
      return new Finding(
          Check.ENCRYPTION,
          Status.WARNING,
          "the URL switches encryption off",
          "remove encrypt=false; encryption is the driver's default");
    }
    if (text.contains("trustservercertificate=true")) {
      return new Finding(
          Check.ENCRYPTION,
          Status.WARNING,
          "the URL trusts any certificate, so another server could answer",
          "install a certificate that the reader trusts and remove trustServerCertificate=true");
    }
    return Finding.ok(Check.ENCRYPTION, "encrypted, and the certificate is verified");
  }

  private void seen(SourcePoll poll, List<Finding> findings) {
    try {
      SourceCheck.listed(options.captureInstance(), poll);
    } catch (StrandlineException e) {
      findings.add(Finding.problem(Check.CAPTURE_INSTANCE, e));
      clocks(poll, findings);
      return;
    }
    List<String> names = poll.instances().stream().map(InstanceView::name).toList();
    findings.add(Finding.ok(Check.CAPTURE_INSTANCE, "the table has " + String.join(", ", names)));
    InstanceView newest = poll.instances().get(poll.instances().size() - 1);
    findings.add(changeRows(newest));
    findings.add(captureJob(poll));
    serverChecks()
        .ifPresent(
            checks -> {
              findings.add(checks.heartbeat(poll.clock()));
              CaptureInstance instance = newest.instance();
              String table = instance.sourceSchema() + "." + instance.sourceTable();
              findings.add(checks.partitions(newest.name(), table));
            });
    findings.add(retention(newest, poll));
    clocks(poll, findings);
    List<CaptureInstance> instances =
        poll.instances().stream().map(InstanceView::instance).toList();
    findings.addAll(new ColumnChecks(options.columns(), instances, target).findings());
  }

  private Finding changeRows(InstanceView newest) {
    if (changes instanceof Answer.Failed<Measurement> failed) {
      return Finding.problem(Check.CHANGE_ROWS, failed.error());
    }
    if (changes instanceof Answer.Given<Measurement>) {
      return Finding.ok(Check.CHANGE_ROWS, "the changes of " + newest.name() + " can be read");
    }
    return Finding.unknown(
        Check.CHANGE_ROWS,
        "min_lsn of "
            + newest.name()
            + " is zero or NULL, or nothing was captured since: not captured yet, or not permitted",
        "see that capture runs, and GRANT SELECT on the captured columns and on cdc.["
            + newest.name()
            + "_CT]");
  }

  private Finding captureJob(SourcePoll poll) {
    Optional<ServerChecks> checks = serverChecks();
    Optional<Finding> missing = checks.flatMap(ServerChecks::missingJob);
    if (missing.isPresent()) {
      return missing.get();
    }
    String scan = checks.map(ServerChecks::scan).orElse("");
    if (poll.max().isEmpty()) {
      return new Finding(
          Check.CAPTURE_JOB, Status.PROBLEM, "capture has never recorded a commit" + scan, START);
    }
    Optional<Instant> captured =
        poll.clock()
            .zone()
            .map(zone -> CarriedClock.first(poll.max().get().local(), zone).commitTs());
    if (captured.isEmpty()) {
      return Finding.unknown(Check.CAPTURE_JOB, "how long it is silent needs the zone", "");
    }
    Duration silence = Duration.between(captured.get(), poll.clock().utc());
    String what =
        "the newest entry is of " + captured.get() + ", " + Spans.text(silence) + " ago" + scan;
    boolean failed = checks.filter(ServerChecks::scanFailed).isPresent();
    if (silence.compareTo(IDLE_ENTRY) <= 0 && !failed) {
      return Finding.ok(Check.CAPTURE_JOB, what);
    }
    Status status = silence.compareTo(IdleEntries.STALL) > 0 ? Status.PROBLEM : Status.WARNING;
    return new Finding(Check.CAPTURE_JOB, status, what, START);
  }

  private static Finding retention(InstanceView newest, SourcePoll poll) {
    if (newest.watermarkLocal().isEmpty()) {
      return Finding.unknown(Check.RETENTION, "the watermark's time is not known", "");
    }
    LocalDateTime local = LocalDateTime.ofInstant(poll.clock().utc(), poll.clock().offset());
    Duration kept = Duration.between(newest.watermarkLocal().get(), local);
    String what = newest.name() + " holds the changes of the last " + Spans.text(kept);
    return kept.compareTo(SHORT_RETENTION) >= 0
        ? Finding.ok(Check.RETENTION, what)
        : new Finding(
            Check.RETENTION,
            Status.WARNING,
            what + ", which is little unless it was enabled only then",
            "if it was not, lengthen the retention (sys.sp_cdc_change_job @job_type = N'cleanup',"
                + " @retention in minutes; 4320, three days, is the default)");
  }

  private void clocks(SourcePoll poll, List<Finding> findings) {
    try {
      findings.add(
          Finding.ok(
              Check.TIME_ZONE,
              "the server's clock is in " + ClockCheck.zone(poll.clock(), Optional.empty())));
    } catch (StrandlineException e) {
      findings.add(Finding.problem(Check.TIME_ZONE, e));
    }
    try {
      ClockCheck.verifyServer(poll.clock().utc(), now, options.clocks().maxDisagreement());
      findings.add(Finding.ok(Check.CLOCK, "the server's clock says " + poll.clock().utc()));
    } catch (StrandlineException e) {
      findings.add(Finding.problem(Check.CLOCK, e));
    }
  }
}
