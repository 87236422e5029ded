package io.strandline.checks.check;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A computed column is NULL in every change row. */
final class ComputedColumnsCheck implements Check {

  private static final int SYNTAX = 102;
  private static final int KEYWORD = 156;

  @Override
  public Fact fact() {
    return new Fact(
        "computed-columns",
        "a captured computed column is NULL in every change row",
        "documented; asserted on 2022 (by the PySpark implementation)",
        "computed columns are left out: their values are in no change");
  }

  private record Change(int amount, Optional<Integer> twice) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Tracked table;
    try {
      table = run.track("computed", CheckStatement.CREATE_COMPUTED);
    } catch (SQLException e) {
      if (e.getErrorCode() == SYNTAX || e.getErrorCode() == KEYWORD) {
        return run.skipped("the server does not know computed columns: " + e.getMessage());
      }
      throw e;
    }
    run.session().run(CheckStatement.INSERT_COMPUTED, table.names(), 1, 21);
    run.session().run(CheckStatement.UPDATE_AMOUNT, table.names(), 22, 1);
    run.awaitCapture();
    List<Change> changes =
        run.session()
            .rows(
                CheckStatement.COMPUTED_CHANGES,
                table.names(),
                row ->
                    new Change(
                        row.getInt(1), Optional.ofNullable(row.getObject(2, Integer.class))));
    run.measure("change_rows", changes.size(), "rows");
    run.expect(changes.size() == 3, changes.size() + " change rows of an insert and an update");
    run.expect(
        changes.stream().allMatch(change -> change.twice().isEmpty()),
        "a computed column has a value in a change row");
    return run.outcome("computed columns are NULL in change rows");
  }
}
