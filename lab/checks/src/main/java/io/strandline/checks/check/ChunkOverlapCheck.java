package io.strandline.checks.check;

import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A table read in key chunks while it changes, and its changes, make exactly the table. */
final class ChunkOverlapCheck implements Check {

  private static final int ROWS = 3_000;
  private static final int HIGHEST_ID = 4_200;
  private static final int CHUNK = 300;
  private static final int CHUNKS = HIGHEST_ID / CHUNK;
  private static final int WRITERS = 2;
  private static final int DELETE = 1;
  private static final int BEFORE = 3;

  @Override
  public Fact fact() {
    return new Fact(
        "chunk-overlap",
        "chunks of a table, each stamped with the max_lsn before it was read, and the changes after"
            + " the first stamp, make exactly the table",
        "measured on 2022 (t10 of the PySpark implementation: 3,000 rows in 14 chunks under 16,000 transactions)",
        "a table is loaded while it changes: the newest of chunk row and change is a key's state");
  }

  private record Item(int amount, String name) {}

  private record Stamped(Lsn lsn, Item item) {}

  private record Change(Lsn lsn, int operation, int id, Item item) {}

  @Override
  public Outcome run(CheckRun run) throws SQLException {
    Session session = run.session();
    Tracked table = run.track("chunks", CheckStatement.CREATE_ITEMS);
    session.begin();
    for (int id = 0; id < ROWS; id++) {
      session.run(CheckStatement.INSERT_ITEM, table.names(), id, id, "at first");
    }
    session.commit();
    run.awaitCapture();

    Lsn start = session.maxLsn();
    Map<Integer, Stamped> chunks;
    long commits;
    try (Writers writers = Writers.start(run, WRITERS, change(table))) {
      chunks = readChunks(run, table, writers);
      writers.stop();
      commits = writers.commits();
    }
    run.awaitCapture();
    List<Change> changes = changesAfter(session, table, start);
    Map<Integer, Item> made = fold(chunks, changes);
    Map<Integer, Item> truth = read(session, table, 0, HIGHEST_ID);
    return judge(run, chunks, made, truth, commits);
  }

  private static Writers.Work change(Tracked table) {
    Random[] choices = new Random[WRITERS];
    for (int writer = 0; writer < WRITERS; writer++) {
      choices[writer] = new Random(writer);
    }
    return (session, writer, turn) -> {
      Random choice = choices[writer];
      int id = choice.nextInt(HIGHEST_ID);
      switch (choice.nextInt(4)) {
        case 0 -> session.run(CheckStatement.DELETE_ID, table.names(), id);
        case 1 -> session.run(CheckStatement.INSERT_ITEM, table.names(), id, turn, "by " + writer);
        case 2 ->
            session.run(CheckStatement.UPDATE_KEY, table.names(), choice.nextInt(HIGHEST_ID), id);
        default -> session.run(CheckStatement.UPDATE_AMOUNT, table.names(), turn, id);
      }
    };
  }

  private static Map<Integer, Stamped> readChunks(CheckRun run, Tracked table, Writers writers)
      throws SQLException {
    Map<Integer, Stamped> chunks = new HashMap<>();
    Duration between = run.limits().load().dividedBy(CHUNKS + 1);
    for (int chunk = 0; chunk < CHUNKS && writers.isWell(); chunk++) {
      Pace.of(1).pass(between);
      Lsn stamp = run.session().maxLsn();
      read(run.session(), table, chunk * CHUNK, (chunk + 1) * CHUNK)
          .forEach((id, item) -> chunks.put(id, new Stamped(stamp, item)));
    }
    Pace.of(1).pass(between);
    return chunks;
  }

  private static Map<Integer, Item> read(Session session, Tracked table, int from, int to)
      throws SQLException {
    Map<Integer, Item> items = new TreeMap<>();
    session.rows(
        CheckStatement.CHUNK,
        table.names(),
        row -> items.put(row.getInt(1), new Item(row.getInt(2), row.getString(3))) == null,
        from,
        to);
    return items;
  }

  private static List<Change> changesAfter(Session session, Tracked table, Lsn start)
      throws SQLException {
    return session.rows(
        CheckStatement.ITEM_CHANGES_AFTER,
        table.names(),
        row ->
            new Change(
                Lsn.of(row.getBytes(1)),
                row.getInt(2),
                row.getInt(3),
                new Item(row.getInt(4), row.getString(5))),
        start.toString());
  }

  /** A change above the key's stamp is newer than the chunk row; a removed key is absent. */
  private static Map<Integer, Item> fold(Map<Integer, Stamped> chunks, List<Change> changes) {
    Map<Integer, Item> made = new TreeMap<>();
    chunks.forEach((id, stamped) -> made.put(id, stamped.item()));
    for (Change change : changes) {
      Stamped chunk = chunks.get(change.id());
      if (chunk != null && !change.lsn().isAfter(chunk.lsn())) {
        continue;
      }
      if (change.operation() == DELETE || change.operation() == BEFORE) {
        made.remove(change.id());
      } else {
        made.put(change.id(), change.item());
      }
    }
    return made;
  }

  private static Outcome judge(
      CheckRun run,
      Map<Integer, Stamped> chunks,
      Map<Integer, Item> made,
      Map<Integer, Item> truth,
      long commits) {
    long outdated =
        chunks.entrySet().stream()
            .filter(chunk -> !chunk.getValue().item().equals(truth.get(chunk.getKey())))
            .count();
    Map<Integer, Item> wrong = new TreeMap<>(made);
    wrong.entrySet().removeAll(truth.entrySet());
    long missing = truth.keySet().stream().filter(id -> !made.containsKey(id)).count();
    run.measure("chunks", CHUNKS, "chunks");
    run.measure("transactions_meanwhile", commits, "commits");
    run.measure("rows_at_the_end", truth.size(), "rows");
    run.measure("chunk_rows_that_changed_later", outdated, "rows");
    run.measure("wrong_rows", wrong.size(), "rows");
    run.measure("missing_rows", missing, "rows");
    run.expect(
        wrong.isEmpty() && missing == 0,
        wrong.size() + " rows are wrong and " + missing + " are missing");
    run.expect(
        outdated > 0, "nothing changed while the chunks were read: give more --load-seconds");
    return run.outcome("chunks and changes made the table");
  }
}
