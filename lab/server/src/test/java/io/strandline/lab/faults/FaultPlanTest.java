package io.strandline.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.faults.FaultPoint.Kind;
import io.strandline.lab.session.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

  private static final Client CLIENT = new Client(1, 51, "reader", "test");

  private final FaultPlan plan = new FaultPlan();

  private int happens(String statement) {
    return plan.match(CLIENT, statement).at(Kind.BEFORE_STATEMENT).size();
  }

  @Test
  void aFaultIsSkippedAndRepeatedAsOftenAsAsked() {
    plan.add(Fault.on("max_lsn", Effect.error(50_000, "x")).skipping(2).times(3));
    int[] happened = new int[8];
    for (int i = 0; i < happened.length; i++) {
      happened[i] = happens("SELECT sys.fn_cdc_get_MAX_LSN()");
    }
    assertThat(happened).containsExactly(0, 0, 1, 1, 1, 0, 0, 0);
    assertThat(plan.firedCount()).isEqualTo(3);
    assertThat(plan.fired()).extracting(FiredFault::sequence).containsExactly(1L, 2L, 3L);
    assertThat(plan.fired().get(0).statement()).isEqualTo("SELECT sys.fn_cdc_get_MAX_LSN()");
    assertThat(plan.fired().get(0).client()).isEqualTo(CLIENT);
  }

  @Test
  void otherStatementsDoNotCount() {
    plan.add(Fault.on("a.b", new Effect.Delay(Duration.ofMillis(1))));
    assertThat(happens("select a_b")).isZero();
    assertThat(happens("select a.b")).isOne();
  }

  @Test
  void aTableIsFoundByItsNameHoweverItIsWritten() {
    plan.add(Fault.always(new Effect.Kill()).onTable("cdc.dbo_orders_CT").times(10));
    assertThat(happens("SELECT 1 FROM cdc.dbo_orders_CT")).isOne();
    assertThat(happens("select * from [CDC] . [dbo_orders_ct] as c")).isOne();
    assertThat(happens("select * from sales.cdc.dbo_orders_CT")).isOne();
    assertThat(happens("select * from cdc.dbo_orders_CT2")).isZero();
    assertThat(happens("select * from xcdc.dbo_orders_CT")).isZero();
    assertThat(happens("select * from dbo_orders_CT")).isZero();
  }

  @Test
  void aClientIsFoundByUserProgramAndConnection() {
    plan.add(Fault.always(new Effect.Kill()).ofUser("SA"));
    plan.add(Fault.always(new Effect.Kill()).ofProgram("other"));
    plan.add(Fault.always(new Effect.Kill()).onConnection(2));
    assertThat(happens("x")).isZero();
    assertThat(plan.match(new Client(2, 52, "sa", "other"), "x").at(Kind.BEFORE_STATEMENT))
        .hasSize(3);
  }

  @Test
  void rowsAreCountedBeforeAndAfter() {
    plan.add(Fault.on("ct", new Effect.Kill()).at(FaultPoint.afterRows(700)));
    plan.add(Fault.on("ct", new Effect.Blackhole()).at(FaultPoint.beforeRow(701)));
    RequestFaults request = plan.match(CLIENT, "select ct");
    assertThat(request.at(Kind.BEFORE_STATEMENT)).isEmpty();
    assertThat(request.nextRowTrap(-1)).isEqualTo(700);
    assertThat(request.atRows(699, true)).isEmpty();
    assertThat(request.atRows(700, false)).as("no row 701").hasSize(1);
    assertThat(request.atRows(700, true)).containsExactly(new Effect.Blackhole());
    assertThat(request.nextRowTrap(700)).isEqualTo(Long.MAX_VALUE);
    assertThat(request.atRows(700, true)).as("used up").isEmpty();
    assertThat(plan.firedCount()).isEqualTo(2);
  }

  @Test
  void chanceIsSeeded() {
    List<String> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      FaultPlan fresh = new FaultPlan();
      fresh.add(Fault.always(new Effect.Kill()).times(1_000).withProbability(0.3, 42));
      StringBuilder pattern = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        pattern.append(fresh.match(CLIENT, "x").at(Kind.BEFORE_STATEMENT).size());
      }
      runs.add(pattern.toString());
      assertThat(fresh.firedCount()).isBetween(200L, 400L);
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1));
  }

  @Test
  void whatCannotBeIsRefused() {
    Fault kill = Fault.on("x", new Effect.Kill());
    Fault anyKill = Fault.always(new Effect.Kill());
    List<Runnable> wrong =
        List.of(
            () -> kill.times(0),
            () -> kill.skipping(-1),
            () -> kill.withProbability(0, 1),
            () -> kill.withProbability(1.1, 1),
            () -> FaultPoint.beforeRow(0),
            () -> FaultPoint.afterRows(-1),
            () -> kill.at(Kind.LOGIN),
            () -> anyKill.onTable("t").at(Kind.ACCEPT),
            () -> Fault.of(Kind.PRELOGIN, Effect.deadlock()),
            () -> Fault.of(Kind.ACCEPT, new Effect.HalfPacket()),
            () -> Fault.always(new Effect.DropReply()).at(Kind.BEFORE_DONE));
    for (Runnable each : wrong) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void latencyIsSeededAndKeepsItsPercentiles() {
    Link link = new Link();
    assertThat(link.nextDelay()).isEqualTo(Duration.ZERO);
    link.latency(Duration.ofMillis(10), Duration.ofMillis(100), 7);
    List<Long> first = delays(link);
    assertThat(first.get(500)).isBetween(8_000L, 12_000L);
    assertThat(first.get(990)).isBetween(60_000L, 180_000L);
    link.latency(Duration.ofMillis(10), Duration.ofMillis(100), 7);
    assertThat(delays(link)).isEqualTo(first);
    assertThatThrownBy(() -> link.latency(Duration.ofMillis(10), Duration.ofMillis(9), 7))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Long> delays(Link link) {
    List<Long> micros = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      micros.add(link.nextDelay().toNanos() / 1_000);
    }
    return micros.stream().sorted().toList();
  }
}
