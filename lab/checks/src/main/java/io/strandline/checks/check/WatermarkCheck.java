package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** No change ever appears at or below a {@code max_lsn} that was seen. */
final class WatermarkCheck implements Check {

  private static final int WRITERS = 2;
  private static final int WRITER_BASE = 10_000_000;
  private static final int LONG = -1;
  private static final int LEAST_WATERMARKS = 3;

  @Override
  public Fact fact() {
    return new Fact(
        "watermark",
        "no change row appears at or below a max_lsn that was seen, in any change table, while a"
            + " long transaction and short ones run; LSN order is the order of commits",
        "inferred from documented behaviour; measured on 2022 with a transaction of 120 s"
            + " (t4 of the PySpark implementation)",
        "a batch that ends at max_lsn is complete, so its periods may be published as final");
  }

  private record Probe(Lsn maxLsn, long first, long second) {}

  private record Change(Lsn lsn, long id) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Tracked first = run.track("water_a", CheckStatement.CREATE_COMMITS);
    Tracked second = run.track("water_b", CheckStatement.CREATE_COMMITS);
    run.awaitCapture();
    Session longOne = run.open();
    longOne.begin();
    insert(longOne, first, second, LONG, LONG);
    List<Probe> probes;
    long commits;
    try (Writers writers =
        Writers.start(
            run,
            WRITERS,
            (session, writer, turn) -> {
              session.begin();
              insert(session, first, second, (long) WRITER_BASE * writer + turn, writer);
              session.commit();
            })) {
      probes = probe(run, first, second, writers);
      insert(longOne, first, second, LONG - 1, LONG);
      writers.stop();
      commits = writers.commits();
    }
    longOne.commit();
    probes.add(look(run, first, second));
    run.awaitCapture();
    return judge(run, probes, changes(run, first), changes(run, second), commits);
  }

  private static void insert(Session session, Tracked first, Tracked second, long id, int writer)
      throws SQLException {
    session.run(CheckStatement.INSERT_COMMIT, first.names(), id, writer);
    session.run(CheckStatement.INSERT_COMMIT, second.names(), id, writer);
  }

  private static List<Probe> probe(CheckRun run, Tracked first, Tracked second, Writers writers)
      throws SQLException {
    List<Probe> probes = new ArrayList<>();
    Budget load = new Budget(run.limits().load());
    while (!load.isOver() && !run.budget().isOver() && writers.isWell()) {
      probes.add(look(run, first, second));
      run.lookAgain();
    }
    return probes;
  }

  /** The watermark first, then what is at or below it. */
  private static Probe look(CheckRun run, Tracked first, Tracked second) throws SQLException {
    Session session = run.session();
    Lsn max = session.maxLsn();
    return new Probe(
        max,
        session.number(CheckStatement.CHANGES_UP_TO, first.names(), max.toString()),
        session.number(CheckStatement.CHANGES_UP_TO, second.names(), max.toString()));
  }

  private static List<Change> changes(CheckRun run, Tracked table) throws SQLException {
    return run.session()
        .rows(
            CheckStatement.CHANGED_IDS,
            table.names(),
            row -> new Change(Lsn.of(row.getBytes(1)), row.getLong(3)));
  }

  private static Outcome judge(
      CheckRun run, List<Probe> probes, List<Change> first, List<Change> second, long commits) {
    Set<Lsn> watermarks = new HashSet<>();
    long late = 0;
    for (Probe probe : probes) {
      watermarks.add(probe.maxLsn());
      long lateNow =
          upTo(first, probe.maxLsn())
              - probe.first()
              + upTo(second, probe.maxLsn())
              - probe.second();
      late = Math.max(late, lateNow);
      run.expect(
          lateNow == 0,
          lateNow
              + " change rows appeared at or below max_lsn "
              + probe.maxLsn()
              + " after it was seen");
      run.expect(
          probe.first() == probe.second(),
          "at max_lsn "
              + probe.maxLsn()
              + " one change table had "
              + probe.first()
              + " of the same transactions, the other "
              + probe.second());
    }
    run.measure("short_transactions", commits, "commits");
    run.measure("probes", probes.size(), "probes");
    run.measure("different_max_lsn", watermarks.size(), "LSNs");
    run.measure("most_late_rows", late, "rows");
    compareOrder(run, first, commits);
    run.expect(
        watermarks.size() >= LEAST_WATERMARKS,
        "max_lsn moved only "
            + watermarks.size()
            + " times under load, too few to tell: give more --load-seconds");
    return run.outcome("max_lsn was a watermark each time it was looked at");
  }

  private static void compareOrder(CheckRun run, List<Change> changes, long commits) {
    List<Lsn> ofLong =
        changes.stream().filter(change -> change.id() < 0).map(Change::lsn).distinct().toList();
    run.expect(
        changes.size() == commits + 2,
        changes.size() + " change rows for " + (commits + 2) + " inserted rows");
    run.expect(ofLong.size() == 1, "the long transaction's rows have " + ofLong.size() + " LSNs");
    Lsn highest = Collections.max(changes.stream().map(Change::lsn).toList());
    run.expect(
        ofLong.contains(highest),
        "the transaction that began first and committed last does not have the highest LSN");
  }

  private static long upTo(List<Change> changes, Lsn lsn) {
    return changes.stream().filter(change -> !change.lsn().isAfter(lsn)).count();
  }
}
