package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.facts.Event;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Knows at which server the source is, and that each move that a batch saw is told once. */
final class MoveOracle {

  private final World world;
  private Optional<StreamState> last = Optional.empty();
  private int moves;

  MoveOracle(World world) {
    this.world = world;
  }

  /** Whether the source is at another server, and nothing shows that it is the same source. */
  boolean isLost() {
    return last.filter(
            state ->
                !state.source().server().equals(world.server())
                    && world.captured().stream()
                        .noneMatch(
                            lsn -> lsn.compareTo(TableOracle.lab(state.offset().lsn())) <= 0))
        .isPresent();
  }

  /**
   * Judges a state and what is told of its table.
   *
   * @param adoptions the numbers of commits that tell themselves what changed
   * @param complete whether facts are up to date
   */
  void verify(
      StreamState state, Set<Long> adoptions, List<Map<String, Object>> facts, boolean complete) {
    boolean committed = last.filter(before -> before.batchId() < state.batchId()).isPresent();
    if (committed && world.server().isPresent()) {
      assertThat(state.source().server()).as("the server of %s", state).isEqualTo(world.server());
    }
    boolean moved =
        last.filter(before -> !before.source().server().equals(state.source().server()))
            .isPresent();
    if (moved && !adoptions.contains(state.batchId())) {
      moves++;
    }
    last = Optional.of(state);
    if (complete) {
      assertThat(facts)
          .as("moves told")
          .filteredOn(row -> Event.SOURCE_MOVED.text().equals(row.get("event")))
          .hasSize(moves);
    }
  }
}
