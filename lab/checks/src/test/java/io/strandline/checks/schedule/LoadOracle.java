package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.facts.Event;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.state.StreamState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Knows what a load must hold: each row that was there unchanged from the stamp to the end of the
 * read exactly once, no row twice, and none with a value that it did not have in that time.
 */
final class LoadOracle {

  private final CaptureInstance instance;
  private final StreamState state;
  private final Lsn stamp;
  private final Map<String, Set<String>> possible = new HashMap<>();
  private final Set<String> unchanged = new HashSet<>();
  private long rows;

  /**
   * The oracle of a load that has just been committed; nothing was committed at the source since.
   *
   * @param instance whose columns were read
   * @param state that its commit carries
   */
  LoadOracle(World world, CaptureInstance instance, StreamState state) {
    this.instance = instance;
    this.state = state;
    this.stamp = TableOracle.lab(state.snapshot().orElseThrow().lsn());
    io.strandline.lab.cdc.Oracle truth = world.database().cdc().oracle(instance);
    Map<String, String> stamped = at(truth, stamp);
    unchanged.addAll(stamped.keySet());
    add(stamped);
    for (Lsn lsn : world.after(stamp)) {
      Map<String, String> now = at(truth, lsn);
      unchanged.removeIf(key -> !stamped.get(key).equals(now.get(key)));
      add(now);
    }
  }

  private Map<String, String> at(io.strandline.lab.cdc.Oracle truth, Lsn lsn) {
    Map<String, String> there = new HashMap<>();
    for (List<@Nullable Object> row : truth.tableAt(lsn)) {
      there.put(row.get(0) + "", RowText.of(instance, stamp, row));
    }
    return there;
  }

  private void add(Map<String, String> there) {
    there.forEach((key, text) -> possible.computeIfAbsent(key, k -> new HashSet<>()).add(text));
  }

  /** The position that the load sets. */
  Lsn stamp() {
    return stamp;
  }

  /** The number of its commit. */
  Long batch() {
    return state.batchId();
  }

  boolean hasOverlap() {
    return unchanged.size() < possible.size();
  }

  /**
   * Judges its rows, which are all that the table holds.
   *
   * @return them
   */
  Map<String, Integer> verify(Map<String, Integer> found, Map<String, Instant> times) {
    assertThat(state.offset().lsn()).isEqualTo(state.snapshot().orElseThrow().lsn());
    assertThat(state.losslessSince()).isEqualTo(state.offset().commitTs());
    Set<String> all = possible.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    assertThat(all).as("rows between the stamp and the end").containsAll(found.keySet());
    assertThat(found.values()).as("no row twice").allMatch(count -> count == 1);
    List<String> keys = new ArrayList<>();
    possible.forEach(
        (key, texts) ->
            found.keySet().stream().filter(texts::contains).forEach(t -> keys.add(key)));
    assertThat(keys).doesNotHaveDuplicates().as("unchanged rows").containsAll(unchanged);
    found.keySet().forEach(row -> assertThat(times).containsEntry(row, state.offset().commitTs()));
    rows = found.size();
    return Map.copyOf(found);
  }

  /** Judges its event. */
  void verifyTold(List<Map<String, Object>> facts) {
    assertThat(facts)
        .filteredOn(row -> Event.BOOTSTRAP.text().equals(row.get("event")))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("rows", rows)
                    .containsEntry("min_lsn", RowText.of(stamp)));
  }
}
