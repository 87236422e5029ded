package io.strandline.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Client;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

  private static final Client CLIENT = new Client(1, 51, "reader", "test");

  private final FaultPlan plan = new FaultPlan();

  @Test
  void aFaultIsSkippedThenHappensThenIsOver() {
    plan.add(Fault.on("max_lsn", Effect.error(50_000, "x")).skipping(2).times(3));
    int[] happened = new int[8];
    for (int i = 0; i < happened.length; i++) {
      happened[i] = plan.match(CLIENT, "SELECT sys.fn_cdc_get_MAX_LSN()").before().size();
    }
    assertThat(happened).containsExactly(0, 0, 1, 1, 1, 0, 0, 0);
    assertThat(plan.firedCount()).isEqualTo(3);
    assertThat(plan.fired()).extracting(FiredFault::sequence).containsExactly(1L, 2L, 3L);
    assertThat(plan.fired().get(0).statement()).isEqualTo("SELECT sys.fn_cdc_get_MAX_LSN()");
  }

  @Test
  void otherStatementsDoNotCount() {
    plan.add(Fault.on("a.b", new Effect.Delay(Duration.ofMillis(1))));
    assertThat(plan.match(CLIENT, "select a_b").before()).isEmpty();
    assertThat(plan.match(CLIENT, "select a.b").before()).hasSize(1);
  }

  @Test
  void aKillAfterRowsHappensOnlyAtItsRow() {
    plan.add(Fault.on("ct", new Effect.KillAfterRows(700)));
    RequestFaults few = plan.match(CLIENT, "select ct");
    assertThat(few.before()).isEmpty();
    assertThat(few.nextRowTrap(-1)).isEqualTo(700);
    assertThat(few.killAfterRows(699)).isFalse();
    assertThat(plan.firedCount()).isZero();
    RequestFaults many = plan.match(CLIENT, "select ct");
    assertThat(many.killAfterRows(700)).isTrue();
    assertThat(many.nextRowTrap(700)).isEqualTo(Long.MAX_VALUE);
    assertThat(few.killAfterRows(700)).as("used up").isFalse();
  }

  @Test
  void countsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Fault.on("x", new Effect.Kill()).times(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fault.on("x", new Effect.Kill()).skipping(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
