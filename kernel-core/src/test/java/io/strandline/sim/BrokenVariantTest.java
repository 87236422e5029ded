package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A product without one of its cares is caught by an oracle: else the oracle watches nothing. */
class BrokenVariantTest {

  private static final long SEEDS = 1000;

  static Stream<Arguments> variants() {
    return Stream.of(
        variant("offset before data", BrokenStores.offsetBeforeData(), "prefix"),
        variant("verdict before commit", BrokenStores.verdictBeforeCommit(), "data before verdict"),
        variant(
            "verdict from the clock", BrokenStores.verdictFromTheClock(), "data before verdict"),
        variant("idle entries ignored", BrokenSources.idleEntriesIgnored(), "idle progress"),
        variant(
            "guard after the read dropped",
            BrokenSources.guardAfterReadDropped(),
            "prefix",
            "error without a cause"),
        variant("guard before the count", BrokenSources.guardBeforeCount(), "prefix"),
        variant("commit times not monotone", BrokenStores.commitTimesNotMonotone(), "commit time"),
        variant("steps back ignored", BrokenSources.stepsBackIgnored(), "commit time", "events"),
        variant(
            "lagging replica trusted",
            BrokenSources.laggingReplicaTrusted(),
            "prefix",
            "error without a cause"),
        variant("facts forgotten", BrokenStores.factsForgotten(), "facts"),
        variant("foreign commits ignored", BrokenStores.foreignCommitsIgnored(), "target"),
        variant(
            "files of an unknown commit deleted",
            BrokenStores.filesOfUnknownCommitDeleted(),
            "files"));
  }

  static Stream<Arguments> plans() {
    return Stream.of(
        variant(
            "newer instance ignored",
            BrokenPlans.newerInstanceIgnored(),
            "prefix",
            "columns",
            "events"),
        variant("cut one LSN off", BrokenPlans.cutOneLsnOff(), "prefix", "events"),
        variant(
            "newer instance read before its start",
            BrokenPlans.newerReadBeforeItsStart(),
            "prefix",
            "events",
            "error without a cause"),
        variant(
            "older instance's guard for the newer",
            BrokenPlans.olderGuardForTheNewer(),
            "prefix",
            "events",
            "gaps"),
        variant(
            "recreated instance taken for the old",
            BrokenPlans.recreatedInstanceTakenForTheOld(),
            "prefix",
            "gaps"),
        variant("session's columns trusted", BrokenPlans.sessionsColumnsTrusted(), "prefix"),
        variant("whole DDL history again", BrokenPlans.wholeDdlHistoryAgain(), "events"),
        variant(
            "anchor not looked for",
            BrokenPlans.anchorNotLookedFor(),
            "prefix",
            "one history",
            "commit time",
            "error without a cause"),
        variant(
            "commits ahead not clamped",
            BrokenPlans.aheadNotClamped(),
            "commit time",
            "clock",
            "events",
            "error without a cause"));
  }

  static Stream<Arguments> commits() {
    return Stream.of(
        variant("gap not recorded", BrokenCommits.gapNotRecorded(), "gaps"),
        variant(
            "lossless_since not moved", BrokenCommits.losslessSinceNotMoved(), "gaps", "adoption"),
        variant("switch not told", BrokenCommits.switchNotTold(), "events"),
        variant("move not told", BrokenCommits.moveNotTold(), "events"),
        variant(
            "clamp raises the carried time",
            BrokenCommits.clampRaisesTheCarriedTime(),
            "commit time"),
        variant(
            "splits begin with the state's clock",
            BrokenCommits.splitsBeginWithTheStatesClock(),
            "commit time"));
  }

  static Stream<Arguments> results() {
    return Stream.of(
        variant("repeated result taken", BrokenResults.repeatedTaken(), "prefix", "split results"),
        variant("lost result passed over", BrokenResults.lostPassedOver(), "prefix"));
  }

  static Stream<Arguments> loads() {
    return Stream.of(
        variant("load stamped after its read", BrokenLoads.stampedAfterTheRead(), "load"),
        variant("load's stamp not guarded", BrokenLoads.stampNotGuarded(), "load guard"));
  }

  static Stream<Arguments> adoptions() {
    return Stream.of(
        variant("adoption below the verdict", BrokenAdoptions.belowTheVerdict(), "adoption"),
        variant("adoption's gap not recorded", BrokenAdoptions.gapNotRecorded(), "adoption"));
  }

  private static Arguments variant(String name, Substitute substitute, String... invariants) {
    return Arguments.of(Named.of(name, substitute), Set.of(invariants));
  }

  @ParameterizedTest
  @MethodSource({"variants", "plans", "commits", "results", "loads", "adoptions"})
  void isCaught(Substitute broken, Set<String> invariants) {
    Optional<Violation> caught = Optional.empty();
    for (long seed = 0; seed < SEEDS && caught.isEmpty(); seed++) {
      caught = violation(seed, broken);
    }

    assertThat(caught).isPresent();
    assertThat(caught.get().invariant()).as(caught.get().getMessage()).isIn(invariants);
  }

  private static Optional<Violation> violation(long seed, Substitute broken) {
    try {
      new Simulation(seed, broken, false).run();
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(e);
    }
  }
}
