package io.strandline.checks.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.check.Draw;
import io.strandline.check.Tally;
import io.strandline.checks.schedule.Calls.How;
import io.strandline.error.ErrorCode;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlType;
import io.strandline.report.Adoptable;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The ways out of stops, as an operator takes them. */
final class WaysOut {

  /** More stops in a row than there are kinds of them. */
  private static final int MOST = 12;

  /** Errors that another call is the way out of. */
  private static final Set<ErrorCode> PASSING =
      EnumSet.of(ErrorCode.SOURCE_UNAVAILABLE, ErrorCode.CONCURRENT_INGEST);

  private static final List<ColumnType.Kind> WIDER =
      List.of(ColumnType.Kind.SHORT, ColumnType.Kind.INT, ColumnType.Kind.LONG);

  private final World world;
  private final Calls calls;
  private final Draw draw;
  private final Tally reach;

  WaysOut(World world, Calls calls, Draw draw, Tally reach) {
    this.world = world;
    this.calls = calls;
    this.draw = draw;
    this.reach = reach;
  }

  /** Takes them until a call passes. */
  void goOn(Followed table, Optional<ErrorCode> stop) {
    Optional<ErrorCode> error = stop;
    EnumSet<How> how = EnumSet.noneOf(How.class);
    for (int i = 0; i < MOST && error.filter(code -> !PASSING.contains(code)).isPresent(); i++) {
      switch (error.get()) {
        case DATA_LOSS -> how.add(How.LOSSY);
        case CLOCK_REGRESSION -> how.add(How.PATIENT);
        case CLOCK_AHEAD -> world.lab.clock().advance(Duration.ofMinutes(30));
        case SCHEMA_CHANGED -> fit(table);
        case TARGET_CHANGED ->
            assertThat(calls.adopt(table, Adoptable.TARGET)).as("adopt the target").isEmpty();
        case SOURCE_CHANGED -> leaveHistory(table);
        default -> throw new AssertionError("there is no way out of " + error.get());
      }
      error = calls.once(table, how.toArray(How[]::new));
    }
    assertThat(error.filter(code -> !PASSING.contains(code))).as("no way out").isEmpty();
  }

  /** Adopts the restored source; it is not there yet, or nobody wants that: another table. */
  private void leaveHistory(Followed table) {
    if (draw.coin()) {
      Optional<ErrorCode> refused = calls.adopt(table, Adoptable.SOURCE);
      if (refused.isEmpty()) {
        return;
      }
      assertThat(refused).contains(ErrorCode.SOURCE_CHANGED);
      reach.count("adopt refused below the offset");
    }
    another(table);
  }

  /** Calls again, widens the table, leaves the column out, or begins another table. */
  private void fit(Followed table) {
    OtherWriter owner = new OtherWriter(table.bronze());
    boolean widening = isMisfit(table) && isWidening(table);
    if (!isMisfit(table) || widening && owner.allowsWidening()) {
      reach.count("way out by calling again");
    } else if (widening) {
      owner.allowWidening();
      reach.count("way out by widening");
    } else if (draw.coin()) {
      table.leaveOut(Definitions.SIZE);
      calls.oracle(table).leavesOut(Definitions.SIZE);
      reach.count("way out by leaving out");
    } else {
      another(table);
    }
  }

  private void another(Followed table) {
    another(table, draw.coin());
    reach.count("way out by another table");
  }

  /**
   * The stream goes to another table.
   *
   * @param loading whether it begins with the rows of the source table
   */
  void another(Followed table, boolean loading) {
    leaveOneInstance(table);
    calls.retarget(table, loading);
  }

  /** A table begins from one: cleanup and clocks may leave no telling in which of two. */
  void leaveOneInstance(Followed table) {
    List<CaptureInstance> there = world.current(table.table);
    if (there.size() == 2) {
      world.disable(table.table, there.get(0));
    }
    world.drain();
  }

  /** Whether the table cannot take a column as it is captured now. */
  boolean isMisfit(Followed table) {
    return !table.leavesOut(Definitions.SIZE)
        && world.current(table.table).stream().anyMatch(each -> isMisfit(table, each));
  }

  private boolean isMisfit(Followed table, CaptureInstance instance) {
    ColumnType.Kind there = there(table);
    ColumnType.Kind captured = captured(instance);
    boolean narrower = WIDER.contains(there) && WIDER.indexOf(captured) >= 0;
    return there != captured && !(narrower && WIDER.indexOf(captured) < WIDER.indexOf(there));
  }

  private boolean isWidening(Followed table) {
    return WIDER.contains(there(table))
        && world.current(table.table).stream().allMatch(each -> WIDER.contains(captured(each)));
  }

  private ColumnType.Kind there(Followed table) {
    return calls.head(table).captured().stream()
        .filter(column -> column.name().equals(Definitions.SIZE))
        .findFirst()
        .orElseThrow()
        .type()
        .kind();
  }

  private static ColumnType.Kind captured(CaptureInstance instance) {
    SqlType.Kind kind =
        instance.columns().stream()
            .filter(column -> column.name().equals(Definitions.SIZE))
            .findFirst()
            .orElseThrow()
            .type()
            .kind();
    return switch (kind) {
      case SMALLINT -> ColumnType.Kind.SHORT;
      case INT -> ColumnType.Kind.INT;
      case BIGINT -> ColumnType.Kind.LONG;
      default -> ColumnType.Kind.STRING;
    };
  }
}
