package io.strandline.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.delta.TableReader;
import io.strandline.lab.cdc.Oracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds a warehouse against a {@link ChangingSource} after every call that ended or was killed. */
final class ChangingOracle {

  private static final Pattern FROM = Pattern.compile("\"from\":\"(0x[0-9A-F]{20})\"");
  private static final Pattern TO = Pattern.compile("\"to\":\"(0x[0-9A-F]{20})\"");

  private final ChangingSource source;
  private final Path warehouse;
  private Instant verdict = Instant.MIN;
  private long below;

  ChangingOracle(ChangingSource source, Path warehouse) {
    this.source = source;
    this.warehouse = warehouse;
  }

  /** Lost changes as the facts tell them. */
  private record Gap(String from, String to) {

    boolean holds(String lsn) {
      return lsn.compareTo(from) >= 0 && lsn.compareTo(to) < 0;
    }
  }

  /** The published verdict never goes back, and nothing is added below it. */
  void verifyVerdict() {
    if (!Files.exists(warehouse.resolve("strandline_control").resolve("_delta_log"))) {
      return;
    }
    List<Instant> times = changes().stream().map(ChangingOracle::commitTs).toList();
    long now = times.stream().filter(time -> time.isBefore(verdict)).count();
    assertThat(now).as("changes before the published %s", verdict).isEqualTo(below);
    for (Map<String, Object> row : rows("strandline_control")) {
      if (row.get("finalized_until") instanceof Instant until) {
        assertThat(until).isAfterOrEqualTo(verdict);
        assertThat(until).isBeforeOrEqualTo(source.now());
        verdict = until;
      }
    }
    below = times.stream().filter(time -> time.isBefore(verdict)).count();
  }

  /** Everything captured is there once, but for recorded gaps; one facts row a batch. */
  void verifyAll() {
    verifyVerdict();
    verifySnapshot();
    List<Map<String, Object>> facts = rows("strandline_facts");
    verifyFacts(facts);
    verifyChanges(gaps(facts));
  }

  private void verifySnapshot() {
    List<Map<String, Object>> loaded =
        rows("orders").stream().filter(row -> row.get("_operation").equals(0)).toList();
    assertThat(loaded).isNotEmpty();
    String stamp = (String) loaded.get(0).get("_snapshot");
    assertThat(loaded).allMatch(row -> stamp.equals(row.get("_snapshot")));
    assertThat(loaded)
        .extracting(row -> row.get("id"))
        .containsExactlyInAnyOrderElementsOf(source.idsAt(stamp));
  }

  private static List<Gap> gaps(List<Map<String, Object>> facts) {
    List<Gap> gaps = new ArrayList<>();
    for (Map<String, Object> row : facts) {
      if ("data_skipped".equals(row.get("event"))) {
        String detail = (String) row.get("detail");
        gaps.add(new Gap(found(FROM, detail), found(TO, detail)));
      }
    }
    return gaps;
  }

  private static String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  /** One row a batch, with the rows that bronze has of it, and each event once. */
  private void verifyFacts(List<Map<String, Object>> facts) {
    Map<Long, Long> inBronze = new TreeMap<>();
    changes().forEach(row -> inBronze.merge((Long) row.get("_batch_id"), 1L, Long::sum));
    TreeMap<Long, Long> inFacts = new TreeMap<>();
    Set<List<Object>> events = new HashSet<>();
    for (Map<String, Object> row : facts) {
      if (row.get("event") == null) {
        assertThat(inFacts.put((Long) row.get("batch_id"), (Long) row.get("rows"))).isNull();
      } else {
        List<Object> event = new ArrayList<>();
        for (String column : List.of("event", "batch_id", "min_lsn", "max_lsn", "detail")) {
          event.add(String.valueOf(row.get(column)));
        }
        assertThat(events.add(event)).as("%s once", event).isTrue();
      }
    }
    if (!inFacts.isEmpty()) {
      assertThat(inFacts).hasSize((int) (inFacts.lastKey() - inFacts.firstKey() + 1));
    }
    inFacts.values().removeIf(rows -> rows == 0);
    assertThat(inFacts).isEqualTo(inBronze);
  }

  /** An instance tells the values; whose it is, the row says, and never an older one again. */
  private void verifyChanges(List<Gap> gaps) {
    Map<String, Map<String, String>> expected = new HashMap<>();
    Set<String> keys = new TreeSet<>();
    source
        .everything()
        .forEach(
            (instance, captured) -> {
              Map<String, String> rows = new HashMap<>();
              for (Oracle.Change change : captured.changes()) {
                rows.put(key(change), values(captured.columns(), change));
              }
              expected.put(instance, rows);
              keys.addAll(rows.keySet());
            });
    String stamp = stamp();
    keys.removeIf(key -> key.compareTo(stamp + "~") <= 0);
    keys.removeIf(key -> gaps.stream().anyMatch(gap -> gap.holds(key.substring(0, 22))));
    Set<String> found = new TreeSet<>();
    for (Map<String, Object> row : changes()) {
      String key = key(row);
      assertThat(found.add(key)).as("%s once", key).isTrue();
      String instance = (String) row.get("_capture_instance");
      assertThat(values(row)).as(key).isEqualTo(expected.get(instance).get(key));
    }
    assertThat(found).isEqualTo(keys);
  }

  private String stamp() {
    return rows("orders").stream()
        .filter(row -> row.get("_operation").equals(0))
        .map(row -> (String) row.get("_snapshot"))
        .findFirst()
        .orElseThrow();
  }

  private static String key(Oracle.Change change) {
    return String.join(
        " ",
        change.commitLsn().toString(),
        change.seqval().toString(),
        String.valueOf(change.operation()),
        change.commitInstant().toString());
  }

  private static String key(Map<String, Object> row) {
    return String.join(
        " ",
        (String) row.get("_start_lsn"),
        (String) row.get("_seqval"),
        String.valueOf(row.get("_operation")),
        commitTs(row).toString());
  }

  private static String values(List<String> columns, Oracle.Change change) {
    // Two instances number the commands of one commit apart.
    Map<String, Object> values = new TreeMap<>(Map.of("command", change.commandId()));
    for (int i = 0; i < columns.size(); i++) {
      putUnlessNull(values, columns.get(i), change.values().get(i));
    }
    return values.toString();
  }

  private static String values(Map<String, Object> row) {
    Map<String, Object> values = new TreeMap<>(Map.of("command", row.get("_command_id")));
    row.forEach(
        (name, value) -> {
          if (!name.startsWith("_")) {
            putUnlessNull(values, name, value);
          }
        });
    return values.toString();
  }

  private static void putUnlessNull(Map<String, Object> values, String name, Object value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  private static Instant commitTs(Map<String, Object> row) {
    return (Instant) row.get("_commit_ts");
  }

  private List<Map<String, Object>> changes() {
    return rows("orders").stream().filter(row -> !row.get("_operation").equals(0)).toList();
  }

  private List<Map<String, Object>> rows(String table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    new TableReader().forEach(warehouse.resolve(table).toString(), List.of(), rows::add);
    return rows;
  }
}
