package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Cleanup moves {@code min_lsn} before it deletes, so that a reader can tell. */
final class CleanupCheck implements Check {

  private static final int COMMITS = 40;
  private static final int INVALID_RANGE = 313;

  @Override
  public Fact fact() {
    return new Fact(
        "cleanup",
        "cleanup first moves min_lsn, to the lowest LSN with the mark's commit time, then deletes the"
            + " rows below; reading what is gone returns nothing, without an error",
        "documented; the tie rule and the empty read measured on 2022 (by the PySpark implementation)",
        "min_lsn is asked after every read, on the session that read: a purge cannot go unnoticed");
  }

  /** How many rows were left below the mark, and min_lsn right after. */
  private record Look(long left, Lsn min) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.track("cleanup", CheckStatement.CREATE_COMMITS);
    for (int id = 0; id < COMMITS; id++) {
      session.run(CheckStatement.INSERT_COMMIT, table.names(), id, 0);
    }
    run.awaitCapture();
    List<Lsn> lsns = lsns(session, table);
    if (lsns.size() != COMMITS) {
      return run.failed(lsns.size() + " change rows for " + COMMITS + " commits");
    }
    Lsn mark = lsns.get(COMMITS / 2);
    Lsn expected = session.lsn(CheckStatement.LOWEST_TIE, Names.NONE, mark.toString()).orElse(mark);
    List<Look> looks = cleanUp(run, table, mark, expected);
    compare(run, table, lsns, expected, looks);
    return run.outcome("min_lsn moved first, and only what is below it is gone");
  }

  private static List<Lsn> lsns(Session session, Tracked table) throws SQLException {
    return session.rows(CheckStatement.CHANGED_IDS, table.names(), row -> Lsn.of(row.getBytes(1)));
  }

  private static List<Look> cleanUp(CheckRun run, Tracked table, Lsn mark, Lsn expected)
      throws SQLException {
    List<Look> looks = new ArrayList<>();
    Session watcher = run.open();
    looks.add(look(watcher, table, expected));
    Names names = table.names().with("lsn", mark);
    try (Writers cleaner =
        Writers.start(
            run,
            1,
            (session, writer, turn) -> {
              if (turn == 0) {
                session.run(CheckStatement.CLEAN_UP, names);
              } else {
                run.lookAgain();
              }
            })) {
      while (cleaner.commits() == 0 && cleaner.isWell() && !run.budget().isOver()) {
        looks.add(look(watcher, table, expected));
      }
      cleaner.stop();
    }
    looks.add(look(watcher, table, expected));
    return looks;
  }

  /** The rows first: if any is gone, min_lsn must have moved by then. */
  private static Look look(Session session, Tracked table, Lsn expected) throws SQLException {
    long left = session.number(CheckStatement.CHANGES_BELOW, table.names(), expected.toString());
    return new Look(left, session.lsn(CheckStatement.MIN_LSN, table.names()).orElse(Lsn.ZERO));
  }

  private static void compare(
      CheckRun run, Tracked table, List<Lsn> before, Lsn expected, List<Look> looks)
      throws SQLException {
    Session session = run.session();
    long below = before.stream().filter(lsn -> lsn.isBefore(expected)).count();
    for (Look look : looks) {
      run.expect(
          look.left() == below || look.min().equals(expected),
          (below - look.left()) + " rows were gone while min_lsn was still " + look.min());
    }
    Lsn min = looks.get(looks.size() - 1).min();
    run.expect(min.equals(expected), "min_lsn is " + min + " after cleanup, not " + expected);
    List<Lsn> kept = before.stream().filter(lsn -> !lsn.isBefore(expected)).toList();
    run.expect(
        lsns(session, table).equals(kept), "cleanup did not keep exactly the rows from min_lsn on");
    run.measure("rows_before", before.size(), "rows");
    run.measure("rows_deleted", below, "rows");
    run.measure("looks_while_it_ran", looks.size(), "looks");
    refuseFunction(run, table, before.get(0), before.get(before.size() - 1));
  }

  private static void refuseFunction(CheckRun run, Tracked table, Lsn from, Lsn to) {
    Names range = table.names().with("from", from).with("to", to);
    try {
      run.session().rows(CheckStatement.ALL_CHANGES, range, row -> 1);
      run.expect(false, "fn_cdc_get_all_changes took a range that cleanup has passed");
    } catch (SQLException e) {
      run.expect(
          e.getErrorCode() == INVALID_RANGE,
          "fn_cdc_get_all_changes refuses a purged range with " + e.getErrorCode());
    }
  }
}
