package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;

/** A tracked row that is updated every ten seconds keeps {@code max_lsn} young. */
final class HeartbeatCheck implements Check {

  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int BEATS = 6;
  private static final Duration TOO_OLD = Duration.ofSeconds(60);
  private static final double MILLIS = 1e3;

  @Override
  public Fact fact() {
    return new Fact(
        "heartbeat",
        "one tracked row that is updated every 10 s moves max_lsn at that pace",
        "measured on 2022 (t1 of the PySpark implementation): age 10 s at the median, 20 s at worst",
        "with a heartbeat table, finalized_until of every table of the database is that close");
  }

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.track("heartbeat", CheckStatement.CREATE_BEATS);
    session.run(CheckStatement.INSERT_BEAT, table.names());
    run.awaitCapture();
    Set<Lsn> seen = new HashSet<>();
    Duration oldest = Duration.ZERO;
    LocalDateTime next = ServerTime.ask(session).local();
    int beats = 0;
    while (beats <= BEATS && !run.budget().isOver()) {
      LocalDateTime now = ServerTime.ask(session).local();
      if (!now.isBefore(next)) {
        session.run(CheckStatement.BEAT, table.names());
        beats++;
        next = now.plus(EVERY);
      }
      Lsn max = session.maxLsn();
      seen.add(max);
      Duration age = Duration.between(timeOf(session, max), now);
      oldest = oldest.compareTo(age) < 0 ? age : oldest;
      run.pace().pass(LOOK);
    }
    run.measure("beats", beats, "commits");
    run.measure("different_max_lsn", seen.size(), "LSNs");
    run.measure("oldest_max_lsn", oldest.toMillis() / MILLIS, "s");
    run.expect(
        seen.size() > beats / 2,
        "max_lsn took " + seen.size() + " values under " + beats + " beats");
    run.expect(
        oldest.compareTo(tooOld(run)) <= 0,
        "max_lsn was " + oldest.toSeconds() + " s old in spite of the beats");
    return run.outcome("max_lsn followed the heartbeat");
  }

  private static LocalDateTime timeOf(Session session, Lsn lsn) throws SQLException {
    return session.one(
        CheckStatement.MAPPED_TIME,
        Names.NONE,
        row -> row.getObject(1, LocalDateTime.class),
        lsn.toString());
  }

  /** On a fast clock a round trip is long: half a second of ours. */
  private static Duration tooOld(CheckRun run) {
    Duration trips = Duration.ofMillis((long) (run.pace().rate() * MILLIS / 2));
    return trips.compareTo(TOO_OLD) < 0 ? TOO_OLD : trips;
  }
}
