package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.delta.TableReader;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import io.strandline.port.TableStore;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds one bronze table, its facts and its verdict against what the lab says was committed.
 *
 * <p>From the begin of its history to the state's offset the table holds the changes of the newest
 * instance that begins before each, less the gaps that its events tell.
 */
final class TableOracle {

  private static final TableReader READER = new TableReader();
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final Pattern GAP = Pattern.compile("\"from\":\"0x(\\w+)\",\"to\":\"0x(\\w+)\"");

  /** A datetime's tick is 10/3 ms, and it is rounded to one. */
  private static final Duration TICK = Duration.ofMillis(4);

  private final World world;
  private final Followed followed;
  private final TableStore store;
  private final CaptureInstance first;
  private final Lsn start;
  private Map<String, Integer> seen = Map.of();
  private Optional<ControlRow> published = Optional.empty();

  /**
   * The oracle of a table that is to be created.
   *
   * @param first the instance in which its history begins
   */
  TableOracle(World world, Followed followed, TableStore store, CaptureInstance first) {
    this.world = world;
    this.followed = followed;
    this.store = store;
    this.first = first;
    this.start = first.startLsn().decrement();
  }

  Optional<StreamState> state() {
    return followed.state(store);
  }

  /**
   * Judges the tables.
   *
   * @param complete whether the last call ended well, so that facts and verdict are up to date
   */
  void verify(boolean complete) {
    Optional<StreamState> state = state();
    if (state.isEmpty()) {
      return;
    }
    List<Map<String, Object>> facts = facts(state.get().tableId());
    Map<String, Instant> times = new HashMap<>();
    Map<String, Integer> found = found(times);
    Map<String, Integer> expected = new HashMap<>();
    Lsn end = lab(state.get().offset().lsn());
    for (Map.Entry<String, Oracle.Change> change : changes(end, events(state.get(), facts))) {
      expected.merge(change.getKey(), 1, Integer::sum);
      verifyTime(change.getValue(), times.get(change.getKey()));
    }
    assertThat(found).as("bronze of %s up to %s", followed.table, end).isEqualTo(expected);
    verifyNeverEarly(found, times);
    verifyVerdict(state.get(), end);
    verifyFacts(state.get(), facts, complete);
    seen = found;
  }

  private void verifyTime(Oracle.Change change, @Nullable Instant commitTs) {
    if (commitTs == null) {
      return;
    }
    Instant highest = world.highest(start, change.commitLsn());
    boolean exact = Duration.between(commitTs, highest).abs().compareTo(TICK) <= 0;
    Instant other = highest.minus(repeated(highest));
    boolean earlier = Duration.between(commitTs, other).abs().compareTo(TICK) <= 0;
    assertThat(exact || earlier)
        .as("commit time %s of %s, committed at %s", commitTs, change, highest)
        .isTrue();
  }

  /** How long ago the server's local time was the same; zero if it was not. */
  private Duration repeated(Instant instant) {
    var local = instant.atZone(world.lab.clock().zone());
    var earlier = local.withEarlierOffsetAtOverlap().toInstant();
    return Duration.between(earlier, instant);
  }

  private void verifyNeverEarly(Map<String, Integer> found, Map<String, Instant> times) {
    Optional<Instant> verdict = published.flatMap(ControlRow::finalizedUntil);
    if (verdict.isPresent()) {
      for (String row : found.keySet()) {
        assertThat(seen.containsKey(row) || !times.get(row).isBefore(verdict.get()))
            .as("%s of %s is added after verdict %s", row, times.get(row), verdict.get())
            .isTrue();
      }
    }
  }

  private void verifyVerdict(StreamState state, Lsn end) {
    String name = store.bronze(followed.locations()).name();
    Optional<ControlRow> now = store.control(followed.locations()).read(name);
    if (now.isPresent() && now.get().tableId().equals(state.tableId())) {
      ControlRow row = now.get();
      assertThat(row.isAheadOf(state.offset().lsn())).as("%s ahead of %s", row, state).isFalse();
      Instant highest = world.highest(start, end);
      Instant before = published.flatMap(ControlRow::finalizedUntil).orElse(Instant.MIN);
      row.finalizedUntil()
          .ifPresent(
              until -> assertThat(until).as("verdict").isBeforeOrEqualTo(highest.plus(TICK)));
      assertThat(row.finalizedUntil().orElse(Instant.MIN)).isAfterOrEqualTo(before);
      published = now;
    } else {
      assertThat(published).as("the control row has gone").isEmpty();
    }
  }

  private void verifyFacts(StreamState state, List<Map<String, Object>> facts, boolean complete) {
    List<Object> batches =
        facts.stream()
            .filter(row -> row.get("event") == null)
            .map(row -> row.get("batch_id"))
            .sorted()
            .toList();
    long last = batches.size() - 1L;
    assertThat(batches).isEqualTo(LongStream.rangeClosed(0, last).boxed().toList());
    assertThat(state.batchId() - last)
        .as("batches without facts")
        .isBetween(0L, complete ? 0L : 1L);
  }

  private List<Map<String, Object>> facts(String tableId) {
    List<Map<String, Object>> rows = new ArrayList<>();
    READER.forEach(
        followed.facts().toString(),
        List.of("table_id", "batch_id", "event", "detail", "min_lsn"),
        row -> {
          if (tableId.equals(row.get("table_id"))) {
            rows.add(row);
          }
        });
    return rows;
  }

  /** From inclusive, until exclusive. */
  private record Gap(Lsn from, Lsn until) {}

  /** An event of the table, in facts or still in its state. */
  private record Told(String event, String detail, Lsn lsn) {}

  private static List<Told> events(StreamState state, List<Map<String, Object>> facts) {
    List<Told> events = new ArrayList<>();
    for (Map<String, Object> row : facts) {
      if (row.get("event") != null && row.get("min_lsn") != null) {
        events.add(
            new Told(
                (String) row.get("event"),
                (String) row.get("detail"),
                parse((String) row.get("min_lsn"))));
      }
    }
    for (FactsRow event : state.lastBatch().map(last -> last.events()).orElse(List.of())) {
      event
          .get(FactsColumn.MIN_LSN, String.class)
          .ifPresent(
              lsn ->
                  events.add(
                      new Told(
                          event.get(FactsColumn.EVENT, String.class).orElseThrow(),
                          event.get(FactsColumn.DETAIL, String.class).orElseThrow(),
                          parse(lsn))));
    }
    return events;
  }

  private static Lsn parse(String lsn) {
    return Lsn.of(HEX.parseHex(lsn.substring(2)));
  }

  /** Where each instance begins that the stream has read from: at first sight, or at its switch. */
  private Map<CaptureInstance, Lsn> starts(List<Told> events, Lsn end) {
    Map<CaptureInstance, Lsn> starts = new HashMap<>();
    for (CaptureInstance each : world.ever(followed.table)) {
      if (each == first) {
        starts.put(each, Lsn.ZERO);
      }
      for (Told told : events) {
        if (told.event().equals(Event.CAPTURE_INSTANCE_SWITCHED.text())
            && told.detail().contains("\"to\":\"" + each.name() + "\"")) {
          assertThat(told.lsn()).isBetween(each.enabledAt(), each.startLsn());
          starts.put(each, told.lsn());
        }
      }
      boolean due = each.startLsn().compareTo(end) <= 0;
      assertThat(!due || starts.containsKey(each) || isOlder(each))
          .as("%s is followed by %s", each.name(), end)
          .isTrue();
    }
    return starts;
  }

  private boolean isOlder(CaptureInstance instance) {
    return instance.enabledAt().compareTo(first.enabledAt()) < 0;
  }

  private static Gap gap(String detail) {
    Matcher found = GAP.matcher(detail);
    assertThat(found.find()).as(detail).isTrue();
    return new Gap(Lsn.of(HEX.parseHex(found.group(1))), Lsn.of(HEX.parseHex(found.group(2))));
  }

  private List<Map.Entry<String, Oracle.Change>> changes(Lsn end, List<Told> events) {
    List<Gap> gaps =
        events.stream()
            .filter(told -> told.event().equals(Event.DATA_SKIPPED.text()))
            .map(told -> gap(told.detail()))
            .toList();
    Map<CaptureInstance, Lsn> starts = starts(events, end);
    List<Map.Entry<String, Oracle.Change>> changes = new ArrayList<>();
    for (CaptureInstance instance : world.ever(followed.table)) {
      for (Oracle.Change change : world.database().cdc().oracle(instance).changes()) {
        Lsn lsn = change.commitLsn();
        boolean gone =
            gaps.stream()
                .anyMatch(g -> lsn.compareTo(g.from()) >= 0 && lsn.compareTo(g.until()) < 0);
        if (lsn.compareTo(start) > 0
            && lsn.compareTo(end) <= 0
            && !gone
            && holder(lsn, starts) == instance) {
          changes.add(Map.entry(text(instance, change), change));
        }
      }
    }
    return changes;
  }

  private @Nullable CaptureInstance holder(Lsn lsn, Map<CaptureInstance, Lsn> starts) {
    CaptureInstance holder = null;
    for (CaptureInstance instance : world.ever(followed.table)) {
      Lsn begin = starts.get(instance);
      holder = begin != null && begin.compareTo(lsn) <= 0 ? instance : holder;
    }
    return holder;
  }

  private Map<String, Integer> found(Map<String, Instant> times) {
    Map<String, Integer> found = new HashMap<>();
    READER.forEach(
        followed.bronze().toString(),
        List.of(),
        row -> {
          String text = text(row);
          found.merge(text, 1, Integer::sum);
          times.put(text, (Instant) row.get("_commit_ts"));
        });
    return found;
  }

  private static String text(CaptureInstance instance, Oracle.Change change) {
    TreeMap<String, String> values = new TreeMap<>();
    IntStream.range(0, change.values().size())
        .filter(i -> change.values().get(i) != null)
        .forEach(i -> values.put(instance.columns().get(i).name(), change.values().get(i) + ""));
    return String.join(
        " ",
        "0x" + HEX.formatHex(change.commitLsn().bytes()),
        "0x" + HEX.formatHex(change.seqval().bytes()),
        change.operation() + "/" + change.commandId(),
        instance.name(),
        values.toString());
  }

  private static String text(Map<String, @Nullable Object> row) {
    TreeMap<String, String> values = new TreeMap<>();
    row.forEach(
        (name, value) -> {
          if (!name.startsWith("_") && value != null) {
            values.put(name, value + "");
          }
        });
    return String.join(
        " ",
        row.get("_start_lsn") + "",
        row.get("_seqval") + "",
        row.get("_operation") + "/" + row.get("_command_id"),
        row.get("_capture_instance") + "",
        values.toString());
  }

  static Lsn lab(io.strandline.lsn.Lsn lsn) {
    return Lsn.of(lsn.toBytes());
  }
}
