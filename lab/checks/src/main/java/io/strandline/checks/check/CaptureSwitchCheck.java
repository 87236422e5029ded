package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A second capture instance takes over at its start LSN, losing and doubling nothing. */
final class CaptureSwitchCheck implements Check {

  private static final int WRITERS = 2;
  private static final int WRITER_BASE = 10_000_000;

  @Override
  public Fact fact() {
    return new Fact(
        "capture-switch",
        "commits below the second instance's start are in the first only, those from it on in both"
            + " with equal LSN and seqval; a third instance is refused",
        "measured on 2022 and 2017 (t7, t9 and t10 of the PySpark implementation)",
        "the older instance is read below the start, the newer from it on");
  }

  private record Change(Lsn lsn, Lsn seqval, long id) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Tracked table = run.track("switch", CheckStatement.CREATE_COMMITS);
    Tracked newer = new Tracked(table.table(), table.second());
    run.awaitCapture();
    Lsn start;
    Optional<Lsn> minAtFirst;
    long commits;
    try (Writers writers =
        Writers.start(
            run,
            WRITERS,
            (session, writer, turn) ->
                session.run(
                    CheckStatement.INSERT_COMMIT,
                    table.names(),
                    (long) WRITER_BASE * writer + turn,
                    writer))) {
      load(run, writers);
      Enabling.table(run.session(), CheckStatement.ENABLE_TABLE, newer.names());
      minAtFirst = run.session().lsn(CheckStatement.MIN_LSN, newer.names());
      start = startOf(run, newer);
      load(run, writers);
      writers.stop();
      commits = writers.commits();
    }
    run.awaitCapture();
    compareStart(run, newer, start, minAtFirst);
    compare(run, changes(run, table), changes(run, newer), start, commits);
    refuseThird(run, table);
    return run.outcome("each commit once across the switch");
  }

  private static void load(CheckRun run, Writers writers) {
    Budget half = new Budget(run.limits().load().dividedBy(2));
    while (!half.isOver() && !run.budget().isOver() && writers.isWell()) {
      Pace.of(1).pass(Duration.ofMillis(20));
    }
  }

  private static Lsn startOf(CheckRun run, Tracked newer) throws SQLException {
    Map<String, Lsn> starts = new LinkedHashMap<>();
    run.session()
        .rows(
            CheckStatement.INSTANCES,
            newer.names(),
            row ->
                starts.put(
                    row.getString("capture_instance"),
                    Optional.ofNullable(row.getBytes("start_lsn")).map(Lsn::of).orElse(Lsn.ZERO)));
    run.expect(starts.size() == 2, starts.size() + " capture instances are listed, not two");
    Lsn start = starts.get(newer.instance());
    if (start == null || start.isZero()) {
      throw new StoppedException("the new capture instance is listed without a start LSN");
    }
    return start;
  }

  private static void compareStart(CheckRun run, Tracked newer, Lsn start, Optional<Lsn> minAtFirst)
      throws SQLException {
    Session session = run.session();
    Lsn first = minAtFirst.orElse(Lsn.ZERO);
    run.measure("min_lsn_unknown_right_after_enable", first.isZero() ? 1 : 0, Measure.YES);
    run.expect(
        first.isZero() || first.equals(start),
        "min_lsn of the new instance was " + first + " right after it was enabled, not " + start);
    Lsn later = session.lsn(CheckStatement.MIN_LSN, newer.names()).orElse(Lsn.ZERO);
    run.expect(later.equals(start), "min_lsn of the new instance is " + later + ", not " + start);
    int mapped =
        session.rows(CheckStatement.MAPPED_TIME, Names.NONE, row -> 1, start.toString()).size();
    run.expect(mapped == 1, "the start " + start + " has no row in cdc.lsn_time_mapping");
  }

  private static Map<Long, Change> changes(CheckRun run, Tracked table) throws SQLException {
    Map<Long, Change> byId = new LinkedHashMap<>();
    List<Change> all =
        run.session()
            .rows(
                CheckStatement.CHANGED_IDS,
                table.names(),
                row ->
                    new Change(Lsn.of(row.getBytes(1)), Lsn.of(row.getBytes(2)), row.getLong(3)));
    for (Change change : all) {
      run.expect(
          byId.put(change.id(), change) == null,
          "row " + change.id() + " is twice in the change table of " + table.instance());
    }
    return byId;
  }

  private static void compare(
      CheckRun run, Map<Long, Change> older, Map<Long, Change> newer, Lsn start, long commits) {
    int below = 0;
    int both = 0;
    for (Change change : older.values()) {
      Change again = newer.get(change.id());
      boolean isBelow = change.lsn().isBefore(start);
      below += isBelow ? 1 : 0;
      both += isBelow ? 0 : 1;
      run.expect(
          isBelow ? again == null : change.equals(again),
          "the commit at "
              + change.lsn()
              + (isBelow ? " is below the start and in both" : " is not alike in both"));
    }
    long only = newer.keySet().stream().filter(id -> !older.containsKey(id)).count();
    run.measure("commits", commits, "commits");
    run.measure("only_in_the_first", below, "commits");
    run.measure("in_both", both, "commits");
    run.measure("only_in_the_second", only, "commits");
    run.expect(only == 0, only + " commits are in the second instance only");
    run.expect(
        older.size() == commits, older.size() + " commits in the first instance of " + commits);
    run.expect(
        below > 0 && both > 0, "no commit on one side of the start: give more --load-seconds");
  }

  private static void refuseThird(CheckRun run, Tracked table) {
    Names third = table.names().with("instance", table.instance() + "_v3");
    try {
      run.session().run(CheckStatement.ENABLE_TABLE, third);
      run.expect(false, "a third capture instance was made");
    } catch (SQLException e) {
      run.measure("third_instance_refused_with", e.getErrorCode(), Measure.ERROR);
    }
  }
}
