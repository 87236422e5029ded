package io.strandline.checks.schedule;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.port.BronzeHead;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.state.StreamState;
import java.nio.file.Path;
import java.util.Optional;

/** A source table and the bronze table that its stream goes to now. */
final class Followed {

  final String table;
  private final World world;
  private final Path warehouse;
  private int targets;
  private String instance = "";

  Followed(World world, String table) {
    this.world = world;
    this.table = table;
    this.warehouse = world.warehouse;
  }

  /** Gives the stream a new bronze table, which begins at the oldest instance that is there. */
  CaptureInstance newTarget() {
    targets++;
    CaptureInstance first = world.current(table).get(0);
    instance = first.name();
    return first;
  }

  Path bronze() {
    return warehouse.resolve(table + "_" + targets);
  }

  Path facts() {
    return warehouse.resolve("strandline_facts");
  }

  OptionValues options() {
    return new OptionValues()
        .set(Option.CAPTURE_INSTANCE, instance)
        .set(Option.APP_ID, table + "_" + targets)
        .set(Option.TARGET, bronze().toString())
        .set(Option.GRANULARITY, "minute")
        // The lab lives in another year than this machine.
        .set(Option.MAX_CLOCK_DISAGREEMENT, "off");
  }

  TableLocations locations() {
    return new TableLocations(
        bronze().toString(),
        facts().toString(),
        warehouse.resolve("strandline_control").toString(),
        warehouse.toString());
  }

  /** The committed state; empty before the table is created. */
  Optional<StreamState> state(TableStore store) {
    return store.bronze(locations()).head() instanceof BronzeHead.Present present
        ? Optional.of(present.state())
        : Optional.empty();
  }
}
