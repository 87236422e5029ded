package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Commit times follow the server's local clock, in the zone that the product goes by. */
final class TimeZoneCheck implements Check {

  private static final int COMMITS = 200;
  private static final int SECONDS_A_MINUTE = 60;

  /** A datetime is a multiple of 1/300 s, rounded either way (documented). */
  private static final Duration TICK = Duration.ofMillis(4);

  @Override
  public Fact fact() {
    return new Fact(
        "time-zone",
        "tran_end_time is the server's local clock, does not go back in LSN order on a quiet day,"
            + " and the zone's rules give the offset that the server has now",
        "measured on 2022 (t2 of the PySpark implementation, a single short run); CURRENT_TIMEZONE_ID documented from"
            + " 2022 and for Azure SQL",
        "commit times become UTC by the zone's rules; a step back becomes a clock_regression event");
  }

  private record Commit(Lsn lsn, LocalDateTime time) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.track("clock", CheckStatement.CREATE_BEATS);
    session.run(CheckStatement.INSERT_BEAT, table.names());
    Lsn start = run.awaitCapture();

    ServerTime before = ServerTime.ask(session);
    for (int i = 0; i < COMMITS; i++) {
      session.run(CheckStatement.BEAT, table.names());
    }
    Lsn end = run.awaitCapture();
    ServerTime after = ServerTime.ask(session);

    List<Commit> commits =
        session.rows(
            CheckStatement.MAPPING_AFTER,
            Names.NONE,
            row -> new Commit(Lsn.of(row.getBytes(1)), row.getObject(2, LocalDateTime.class)),
            start.toString());
    commits.removeIf(commit -> commit.lsn().isAfter(end));
    run.expect(
        commits.size() >= COMMITS,
        commits.size() + " commit times for " + COMMITS + " commits in cdc.lsn_time_mapping");
    compareInOrder(run, commits);
    compareWithLocalClock(run, commits, before, after);
    compareWithZone(run, session, after);
    return run.outcome(
        "commit times are local, in order, and "
            + (after.offsetMinutes() == 0
                ? "the server's offset is 0, so that local and UTC cannot be told apart"
                : "apart from UTC by the server's offset"));
  }

  private static void compareWithLocalClock(
      CheckRun run, List<Commit> commits, ServerTime before, ServerTime after) {
    LocalDateTime earliest = before.local().minus(TICK);
    LocalDateTime latest = after.local().plus(TICK);
    for (Commit commit : commits) {
      run.expect(
          !commit.time().isBefore(earliest) && !commit.time().isAfter(latest),
          "commit time "
              + commit.time()
              + " is not between the server's local clock before ("
              + before.local()
              + ") and after ("
              + after.local()
              + ")");
    }
    run.measure("offset_from_utc", after.offsetMinutes(), "minutes");
    run.measure("commits", commits.size(), "commits");
  }

  private static void compareInOrder(CheckRun run, List<Commit> commits) {
    int back = 0;
    int ties = 0;
    for (int i = 1; i < commits.size(); i++) {
      int order = commits.get(i).time().compareTo(commits.get(i - 1).time());
      back += order < 0 ? 1 : 0;
      ties += order == 0 ? 1 : 0;
    }
    run.measure("steps_back", back, "commits");
    run.measure("ties_with_the_commit_before", ties, "commits");
    run.expect(back == 0, back + " commits have an earlier time than the commit before them");
  }

  private static void compareWithZone(CheckRun run, Session session, ServerTime now)
      throws SQLException {
    ServerInfo info = ServerInfo.ask(session);
    if (info.tellsItsZone()) {
      String told =
          session.one(CheckStatement.ZONE, Names.NONE, row -> String.valueOf(row.getString(1)));
      run.expect(!told.isBlank() && !told.equals("null"), "CURRENT_TIMEZONE_ID() tells no zone");
    }
    Optional<ZoneId> zone = run.settings().zone();
    if (zone.isPresent()) {
      int offset =
          zone.get().getRules().getOffset(now.utc().toInstant(ZoneOffset.UTC)).getTotalSeconds()
              / SECONDS_A_MINUTE;
      run.expect(
          offset == now.offsetMinutes(),
          "zone "
              + zone.get()
              + " is "
              + offset
              + " minutes from UTC now, the server's clock "
              + now.offsetMinutes());
    }
  }
}
