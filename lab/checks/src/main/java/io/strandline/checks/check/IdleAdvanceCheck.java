package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** {@code max_lsn} moves while nothing that is tracked changes. */
final class IdleAdvanceCheck implements Check {

  private static final int ENTRIES = 2;
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration WRITE_EVERY = Duration.ofSeconds(10);
  private static final Duration TOO_LONG = Duration.ofMinutes(12);
  private static final Duration FRESH = Duration.ofSeconds(60);
  private static final double MILLIS = 1e3;

  @Override
  public Fact fact() {
    return new Fact(
        "idle-advance",
        "while nothing tracked changes, capture adds an entry to cdc.lsn_time_mapping now and then,"
            + " with a current time and no change rows; writes to other tables do not make it",
        "documented that dummy entries come; about every 305 s measured on 2022 (t1 of the PySpark implementation)",
        "a quiet table's hours become final, at most as late as the longest gap");
  }

  @Override
  public Duration budget() {
    return Duration.ofMinutes(15);
  }

  private record Entry(Lsn lsn, LocalDateTime time, String transaction) {}

  /** What was seen while nothing tracked changed. */
  private static final class Watch {
    final List<Entry> entries = new ArrayList<>();
    final TreeSet<String> transactions = new TreeSet<>();
    Duration longestAge = Duration.ZERO;
    Duration watched = Duration.ZERO;
    Duration leastFresh = Duration.ZERO;
    int writes;
  }

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked beats = run.track("idle_beats", CheckStatement.CREATE_BEATS);
    Tracked untracked =
        run.sandbox().create(session, "idle_untracked", CheckStatement.CREATE_UNTRACKED);
    session.run(CheckStatement.INSERT_BEAT, beats.names());
    session.run(CheckStatement.INSERT_BEAT, untracked.names());
    Lsn start = run.awaitCapture();
    LocalDateTime startTime =
        session.one(
            CheckStatement.MAPPED_TIME,
            Names.NONE,
            row -> row.getObject(1, LocalDateTime.class),
            start.toString());
    Watch watch = watch(run, untracked, start, startTime);
    report(run, watch, startTime);
    if (watch.entries.size() < ENTRIES && watch.watched.compareTo(TOO_LONG) < 0) {
      return run.skipped(
          watch.entries.size()
              + " entries in "
              + watch.watched.toSeconds()
              + " s of the server's time, and two are needed: give --seconds "
              + Math.round(TOO_LONG.toSeconds() / run.pace().rate() + 60));
    }
    run.expect(
        watch.entries.size() >= ENTRIES,
        "only "
            + watch.entries.size()
            + " entries in "
            + watch.watched.toSeconds()
            + " s of the server's time: max_lsn stands still on an idle database");
    run.expect(
        !session.maxLsn().isBefore(Lsn.parse(last(watch, start))),
        "sys.fn_cdc_get_max_lsn() is below the newest entry");
    long rows = session.number(CheckStatement.CHANGES_UP_TO, beats.names(), last(watch, start));
    run.expect(rows == 1, "an idle database has " + (rows - 1) + " new change rows");
    return run.outcome(
        "max_lsn moved on an idle database; dummy entries' tran_id " + watch.transactions);
  }

  private static String last(Watch watch, Lsn start) {
    return watch.entries.isEmpty()
        ? start.toString()
        : watch.entries.get(watch.entries.size() - 1).lsn().toString();
  }

  private static Watch watch(CheckRun run, Tracked untracked, Lsn start, LocalDateTime startTime)
      throws SQLException {
    Watch watch = new Watch();
    Session session = run.session();
    Lsn seen = start;
    LocalDateTime newest = startTime;
    LocalDateTime nextWrite = startTime;
    while (watch.entries.size() < ENTRIES
        && watch.watched.compareTo(TOO_LONG) < 0
        && !run.budget().isOver()) {
      run.pace().pass(LOOK);
      LocalDateTime now = ServerTime.ask(session).local();
      for (Entry entry : after(session, seen)) {
        seen = entry.lsn();
        newest = entry.time();
        watch.entries.add(entry);
        watch.transactions.add(entry.transaction());
        watch.leastFresh = longer(watch.leastFresh, Duration.between(entry.time(), now));
      }
      watch.longestAge = longer(watch.longestAge, Duration.between(newest, now));
      watch.watched = Duration.between(startTime, now);
      if (!now.isBefore(nextWrite)) {
        session.run(CheckStatement.BEAT, untracked.names());
        watch.writes++;
        nextWrite = now.plus(WRITE_EVERY);
      }
    }
    return watch;
  }

  private static List<Entry> after(Session session, Lsn lsn) throws SQLException {
    return session.rows(
        CheckStatement.MAPPING_AFTER,
        Names.NONE,
        row ->
            new Entry(
                Lsn.of(row.getBytes(1)),
                row.getObject(2, LocalDateTime.class),
                "0x" + String.valueOf(row.getString(3))),
        lsn.toString());
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  private static void report(CheckRun run, Watch watch, LocalDateTime startTime) {
    run.measure("watched", seconds(watch.watched), "s of the server");
    run.measure("entries", watch.entries.size(), "entries");
    run.measure("writes_to_other_tables", watch.writes, "commits");
    run.measure("longest_age_of_max_lsn", seconds(watch.longestAge), "s");
    Duration longest = Duration.ZERO;
    LocalDateTime before = startTime;
    for (Entry entry : watch.entries) {
      Duration gap = Duration.between(before, entry.time());
      run.expect(!gap.isNegative(), "an entry's time is before that of the entry before it");
      longest = longer(longest, gap);
      before = entry.time();
    }
    run.measure("longest_gap", seconds(longest), "s");
    run.expect(
        watch.leastFresh.compareTo(fresh(run)) <= 0,
        "an entry was "
            + watch.leastFresh.toSeconds()
            + " s old when it was first seen: its time is not current");
  }

  /** On a fast clock a round trip is long: half a second of ours. */
  private static Duration fresh(CheckRun run) {
    return longer(FRESH, Duration.ofMillis((long) (run.pace().rate() * MILLIS / 2)));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / MILLIS;
  }
}
