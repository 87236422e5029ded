package io.strandline.checks.schedule;

import io.strandline.check.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Transactions of inserts, updates and deletes. */
final class Workload {

  /** A column that comes and goes. */
  static final String SPARE = "spare";

  private final World world;
  private final Draw draw;
  private final Map<String, List<Integer>> rows = new TreeMap<>();
  private int next = 1;

  Workload(World world, Draw draw) {
    this.world = world;
    this.draw = draw;
  }

  /** Commits a transaction of one to five rows. */
  void commit(String table) {
    List<String> statements = new ArrayList<>();
    int count = draw.between(1, 5);
    for (int i = 0; i < count; i++) {
      statements.add(statement(table, rows.computeIfAbsent(table, key -> new ArrayList<>())));
    }
    world.run("BEGIN TRANSACTION; " + String.join("; ", statements) + "; COMMIT");
  }

  private String statement(String table, List<Integer> ids) {
    if (ids.isEmpty() || draw.coin()) {
      ids.add(next);
      return insert(table, next++);
    }
    if (draw.coin()) {
      String sets = "amount = " + draw.between(0, 9_999);
      sets += world.has(table, SPARE) ? ", spare = " + draw.between(0, 9) : "";
      return "UPDATE dbo." + table + " SET " + sets + " WHERE id = " + draw.of(ids);
    }
    return "DELETE FROM dbo."
        + table
        + " WHERE id = "
        + ids.remove(draw.between(0, ids.size() - 1));
  }

  private String insert(String table, int id) {
    boolean spare = world.has(table, SPARE);
    String note = draw.coin() ? "NULL" : "N'néw " + id + "'";
    return "INSERT INTO dbo."
        + table
        + " (id, amount, note, size"
        + (spare ? ", spare" : "")
        + ") VALUES ("
        + String.join(", ", id + "", draw.between(0, 1_000) + "", note, draw.between(0, 999) + "")
        + (spare ? ", 7" : "")
        + ")";
  }
}
