package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What change rows say of a transaction: order, keys, masks and values. */
final class ReadSemanticsCheck implements Check {

  private static final int DELETE = 1;
  private static final int INSERT = 2;
  private static final int BEFORE = 3;
  private static final int AFTER = 4;
  private static final int AMOUNT_BIT = 1 << 2;
  private static final int NOTE_BIT = 1 << 3;

  @Override
  public Fact fact() {
    return new Fact(
        "read-semantics",
        "the rows of a transaction share an LSN and come in the order of its statements by LSN,"
            + " command id, seqval and operation; the images of an update share seqval and command"
            + " id; masks name the changed columns; a changed key leaves a row with the old one",
        "measured on 2022 (t3 of the PySpark implementation) and asserted there; NULL rules documented",
        "rows are written in that order, and the last image of a key is its state");
  }

  private record Change(
      Lsn lsn,
      Lsn seqval,
      int operation,
      int mask,
      Optional<Integer> command,
      int id,
      Optional<Integer> amount,
      Optional<String> note) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.sandbox().create(session, "semantics", CheckStatement.CREATE_SEMANTICS);
    Names names = table.names().with("columns", "[id], [name], [amount], [note]");
    Enabling.table(session, CheckStatement.ENABLE_COLUMNS, names);
    insert(session, table, 2);
    run.awaitCapture();
    int known = changes(session, table).size();
    severalStatements(session, table);
    otherTransactions(session, table);
    run.awaitCapture();

    List<Change> all = changes(session, table);
    List<List<Change>> transactions = transactions(all.subList(known, all.size()));
    run.measure("transactions_with_rows", transactions.size(), "transactions");
    run.measure("change_rows", all.size() - known, "rows");
    if (transactions.size() != 3) {
      return run.failed(
          transactions.size()
              + " transactions have change rows, not 3: an update of a column that is not captured"
              + " and a rollback must leave none");
    }
    compareSeveral(run, transactions.get(0));
    compareNote(run, transactions.get(1));
    compareKey(run, transactions.get(2));
    return run.outcome("order, masks, NULLs and keys are as expected");
  }

  private static void insert(Session session, Tracked table, int id) throws SQLException {
    session.run(CheckStatement.INSERT_SEMANTICS, table.names(), id, "row " + id, 0, "long " + id);
  }

  private static void severalStatements(Session session, Tracked table) throws SQLException {
    session.begin();
    insert(session, table, 1);
    session.run(CheckStatement.UPDATE_AMOUNT, table.names(), 1, 1);
    session.run(CheckStatement.UPDATE_AMOUNT, table.names(), 2, 1);
    session.run(CheckStatement.DELETE_ID, table.names(), 2);
    session.commit();
  }

  private static void otherTransactions(Session session, Tracked table) throws SQLException {
    session.run(CheckStatement.UPDATE_SPARE, table.names(), 7, 1);
    session.begin();
    session.run(CheckStatement.UPDATE_AMOUNT, table.names(), 99, 1);
    session.rollBack();
    session.run(CheckStatement.UPDATE_NOTE, table.names(), "longer", 1);
    session.run(CheckStatement.UPDATE_KEY, table.names(), 3, 1);
  }

  private static List<Change> changes(Session session, Tracked table) throws SQLException {
    return session.rows(
        CheckStatement.SEMANTIC_CHANGES,
        table.names(),
        row ->
            new Change(
                Lsn.of(row.getBytes(1)),
                Lsn.of(row.getBytes(2)),
                row.getInt(3),
                lastByte(row.getBytes(4)),
                Optional.ofNullable(row.getObject(5, Integer.class)),
                row.getInt(6),
                Optional.ofNullable(row.getObject(8, Integer.class)),
                Optional.ofNullable(row.getString(9))));
  }

  /** The mask's lowest columns: the rightmost byte holds ordinals 1 to 8 (documented). */
  private static int lastByte(byte[] mask) {
    return mask.length == 0 ? 0 : mask[mask.length - 1] & 0xFF;
  }

  private static List<List<Change>> transactions(List<Change> changes) {
    List<List<Change>> transactions = new ArrayList<>();
    Lsn lsn = Lsn.ZERO;
    for (Change change : changes) {
      if (!change.lsn().equals(lsn)) {
        transactions.add(new ArrayList<>());
        lsn = change.lsn();
      }
      transactions.get(transactions.size() - 1).add(change);
    }
    return transactions;
  }

  private static List<Integer> operations(List<Change> changes) {
    return changes.stream().map(Change::operation).toList();
  }

  private static void compareSeveral(CheckRun run, List<Change> rows) {
    List<Integer> expected = List.of(INSERT, BEFORE, AFTER, BEFORE, AFTER, DELETE);
    if (!operations(rows).equals(expected)) {
      run.expect(
          false,
          "insert, update, update and delete in one transaction came as operations "
              + operations(rows)
              + ", not "
              + expected);
      return;
    }
    run.expect(
        rows.stream().allMatch(row -> row.command().isPresent()),
        "__$command_id is NULL somewhere");
    for (int i = 1; i < rows.size(); i++) {
      run.expect(
          rows.get(i - 1).command().orElse(0) <= rows.get(i).command().orElse(0),
          "__$command_id goes back inside a transaction");
    }
    for (int before : new int[] {1, 3}) {
      Change old = rows.get(before);
      Change now = rows.get(before + 1);
      run.expect(
          old.seqval().equals(now.seqval()) && old.command().equals(now.command()),
          "the two images of an update differ in seqval or command id");
      run.expect(
          old.mask() == AMOUNT_BIT && now.mask() == AMOUNT_BIT,
          "the mask of an update of one column is " + now.mask() + ", not " + AMOUNT_BIT);
      run.expect(
          old.amount().equals(Optional.of(before / 2))
              && now.amount().equals(Optional.of(before / 2 + 1)),
          "an update's images do not hold the old and the new value");
      run.expect(
          old.note().isEmpty(), "an unchanged nvarchar(max) is not NULL in the before image");
    }
    run.expect(
        rows.get(5).id() == 2 && rows.get(5).note().equals(Optional.of("long 2")),
        "a deleted row does not keep its key and its nvarchar(max)");
  }

  private static void compareNote(CheckRun run, List<Change> rows) {
    run.expect(
        operations(rows).equals(List.of(BEFORE, AFTER))
            && rows.get(0).note().equals(Optional.of("long 1"))
            && rows.get(1).note().equals(Optional.of("longer"))
            && rows.get(1).mask() == NOTE_BIT,
        "a changed nvarchar(max) does not come with both values");
  }

  /** Both forms keep the old key; which one comes is told. */
  private static void compareKey(CheckRun run, List<Change> rows) {
    List<Integer> operations = operations(rows);
    boolean pair =
        operations.equals(List.of(DELETE, INSERT)) || operations.equals(List.of(BEFORE, AFTER));
    run.measure(
        "key_update_as_delete_and_insert",
        operations.equals(List.of(DELETE, INSERT)) ? 1 : 0,
        Measure.YES);
    run.expect(
        pair && rows.get(0).id() == 1 && rows.get(1).id() == 3,
        "a changed key came as operations " + operations + " without the old and the new key");
  }
}
