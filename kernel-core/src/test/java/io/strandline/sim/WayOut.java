package io.strandline.sim;

import io.strandline.error.ErrorCode;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.sim.Reach.Branch;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The ways out of stops, as an operator takes them. */
final class WayOut {

  /** More stops than there are kinds of them. */
  static final int MOST = 12;

  private final World world;

  WayOut(World world) {
    this.world = world;
  }

  /** Takes the way out of an error; false if there is none but another target. */
  boolean take(ErrorCode code) {
    switch (code) {
      case DATA_LOSS -> set(Option.FAIL_ON_DATA_LOSS, "false", Branch.WAY_OUT_OF_DATA_LOSS);
      case CLOCK_REGRESSION ->
          set(Option.MAX_CLOCK_REGRESSION, "P30D", Branch.WAY_OUT_OF_CLOCK_REGRESSION);
      case SCHEMA_CHANGED -> fit();
      case SOURCE_CHANGED -> {
        return tellZone();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void set(Option option, String text, Branch branch) {
    world.set(option, text);
    world.reach().count(branch);
  }

  /** Another policy, a table that may be widened, at last a new table from one instance only. */
  private void fit() {
    if (world.options().policy().failOnSchemaChange()) {
      set(Option.SCHEMA_CHANGE_POLICY, "classify", Branch.WAY_OUT_BY_CLASSIFYING);
    } else if (world.bronze().filter(log -> !log.allowsWidening()).isPresent()) {
      world.bronze().get().allowWidening();
      world.reach().count(Branch.WAY_OUT_BY_WIDENING);
    } else {
      if (world.database().instances().size() > 1) {
        world.database().disable(world.database().followed());
      }
      world.bronze().ifPresent(log -> world.dropBronze());
      provideInstance();
      world.trace("  a new table takes the old one's place");
      world.reach().count(Branch.WAY_OUT_BY_A_NEW_TABLE);
    }
  }

  /** The option for the zone that the stream has read with. */
  private boolean tellZone() {
    ServerTime time = world.database().time();
    Optional<ZoneId> known =
        world
            .bronze()
            .flatMap(BronzeLog::newestOwn)
            .map(version -> version.state().orElseThrow().zone())
            .filter(zone -> !zone.equals(time.told()));
    known.ifPresent(time::tell);
    known.ifPresent(zone -> world.reach().count(Branch.WAY_OUT_BY_A_ZONE));
    return known.isPresent();
  }

  /** There is an instance of the table, under a name that the stream finds it by. */
  void provideInstance() {
    SourceDatabase database = world.database();
    String asked = world.options().captureInstance();
    boolean found =
        database.instance(asked).isPresent()
            || known().stream().anyMatch(name -> database.instance(name).isPresent())
            || asked.equals(SourceDatabase.FOLLOWED) && !database.instances().isEmpty();
    if (!found) {
      List<ChangeTable> instances = database.instances();
      if (instances.size() > 1) {
        database.disable(instances.get(0));
      }
      database.enable(asked, database.orders().columns());
      database.scan(Integer.MAX_VALUE);
      world.trace("  enables %s again", asked);
    }
  }

  private List<String> known() {
    return world
        .bronze()
        .flatMap(BronzeLog::newestOwn)
        .map(version -> version.state().orElseThrow().source().names())
        .orElse(List.of());
  }

  /** Whether the stream's place in the history is gone, so that only another target goes on. */
  boolean isSourceLost() {
    Optional<Lsn> offset =
        world
            .bronze()
            .flatMap(BronzeLog::newestOwn)
            .map(version -> version.state().orElseThrow().offset().lsn());
    boolean unanchored =
        offset.filter(lsn -> world.database().atOrBelow(lsn).isPresent()).isEmpty();
    return world.weather().upheavals().isRestored() || unanchored && world.climate().moves();
  }
}
