package io.strandline.checks.schedule;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.port.BronzeHead;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.state.StreamState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A source table and the bronze table that its stream goes to now. */
final class Followed {

  final String table;
  private final World world;
  private final Path warehouse;
  private int targets;
  private String instance = "";
  private String leftOut = "";
  private boolean loads;
  private boolean clamps;

  Followed(World world, String table) {
    this.world = world;
    this.table = table;
    this.warehouse = world.warehouse;
  }

  /**
   * Gives the stream a new bronze table, which begins at the oldest instance that is there.
   *
   * @param loading whether it begins with the rows of the source table
   */
  CaptureInstance newTarget(boolean loading) {
    targets++;
    loads = loading;
    return begin();
  }

  /** Drops the bronze table, which the next call makes anew. */
  CaptureInstance dropTarget() {
    try (Stream<Path> files = Files.walk(bronze())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return begin();
  }

  private CaptureInstance begin() {
    CaptureInstance first = world.current(table).get(0);
    instance = first.name();
    leftOut = "";
    return first;
  }

  boolean loads() {
    return loads;
  }

  /** From now on commits that are ahead of the server's clock take the time before, or stop it. */
  void clamp(boolean clamping) {
    clamps = clamping;
  }

  boolean clamps() {
    return clamps;
  }

  /** The stream no longer takes a column. */
  void leaveOut(String column) {
    leftOut = column;
  }

  boolean leavesOut(String column) {
    return leftOut.equals(column);
  }

  Path bronze() {
    return warehouse.resolve(table + "_" + targets);
  }

  /** The files of the table, its log's included; none before it is created. */
  Set<String> files() {
    if (!Files.exists(bronze())) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(bronze())) {
      return files.map(Path::toString).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path facts() {
    return warehouse.resolve("strandline_facts");
  }

  OptionValues options() {
    OptionValues options = new OptionValues();
    if (!leftOut.isEmpty()) {
      options.set(Option.EXCLUDE_COLUMNS, leftOut);
    }
    if (loads) {
      options.set(Option.BOOTSTRAP, "true");
    }
    return options
        .set(Option.CAPTURE_INSTANCE, instance)
        .set(Option.APP_ID, table + "_" + targets)
        .set(Option.TARGET, bronze().toString())
        .set(Option.GRANULARITY, "minute")
        .set(Option.CLOCK_AHEAD, clamps ? "clamp" : "fail")
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
