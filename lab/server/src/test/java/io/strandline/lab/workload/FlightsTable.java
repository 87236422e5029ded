package io.strandline.lab.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the workload's few statement shapes on a map; stricter than a database about keys. */
final class FlightsTable {

  private static final Pattern INSERT =
      Pattern.compile("INSERT INTO dbo\\.flights \\(([^)]*)\\) VALUES (.*)");
  private static final Pattern UPDATE =
      Pattern.compile(
          "UPDATE dbo\\.flights SET (.*) WHERE flight_id (?:= (\\d+)|IN \\(([^)]*)\\))");
  private static final Pattern DELETE =
      Pattern.compile("DELETE FROM dbo\\.flights WHERE flight_id (?:= (\\d+)|IN \\(([^)]*)\\))");
  private static final Pattern ROW = Pattern.compile("\\((.*?)\\)(?:, |$)");
  private static final Pattern LITERAL = Pattern.compile("NULL|N?'(?:[^']|'')*'|-?[\\d.]+(?:E0)?");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(\\w+) = (" + LITERAL.pattern() + ")(?:, |$)");

  final Map<Integer, Map<String, String>> rows = new TreeMap<>();
  int inserted;
  int updated;
  int deleted;

  /** Runs a statement and returns how many rows it changed. */
  int run(String sql) {
    Matcher insert = INSERT.matcher(sql);
    if (insert.matches()) {
      return insert(List.of(insert.group(1).split(", ")), insert.group(2));
    }
    Matcher update = UPDATE.matcher(sql);
    if (update.matches()) {
      List<Integer> keys = keys(update.group(2), update.group(3));
      for (int key : keys) {
        assign(row(key), update.group(1));
      }
      updated += keys.size();
      return keys.size();
    }
    Matcher delete = DELETE.matcher(sql);
    if (delete.matches()) {
      List<Integer> keys = keys(delete.group(1), delete.group(2));
      keys.forEach(key -> row(key).clear());
      rows.keySet().removeAll(keys);
      deleted += keys.size();
      return keys.size();
    }
    throw new AssertionError("not a statement of the workload: " + sql);
  }

  private int insert(List<String> columns, String values) {
    Matcher row = ROW.matcher(values);
    int count = 0;
    int at = 0;
    while (row.find(at) && row.start() == at) {
      Map<String, String> cells = new HashMap<>();
      Matcher literal = LITERAL.matcher(row.group(1));
      for (String column : columns) {
        if (!literal.find()) {
          throw new AssertionError("too few values: " + row.group());
        }
        cells.put(column, literal.group());
      }
      int key = Integer.parseInt(cells.get("flight_id"));
      if (rows.put(key, cells) != null) {
        throw new AssertionError("key " + key + " exists");
      }
      count++;
      at = row.end();
      if (at == values.length()) {
        break;
      }
    }
    if (at != values.length()) {
      throw new AssertionError("not rows: " + values.substring(at));
    }
    inserted += count;
    return count;
  }

  private static void assign(Map<String, String> row, String assignments) {
    Matcher assignment = ASSIGNMENT.matcher(assignments);
    int at = 0;
    while (at < assignments.length()) {
      if (!assignment.find(at) || assignment.start() != at) {
        throw new AssertionError("not assignments: " + assignments);
      }
      row.put(assignment.group(1), assignment.group(2));
      at = assignment.end();
    }
  }

  private Map<String, String> row(int key) {
    Map<String, String> row = rows.get(key);
    if (row == null) {
      throw new AssertionError("no row of key " + key);
    }
    return row;
  }

  private static List<Integer> keys(String one, String several) {
    List<Integer> keys = new ArrayList<>();
    for (String key : (one == null ? several : one).split(", ")) {
      keys.add(Integer.valueOf(key));
    }
    return keys;
  }
}
