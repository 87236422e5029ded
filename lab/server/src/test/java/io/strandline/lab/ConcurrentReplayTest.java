package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many writers, a capture job and a polling reader: what the reader replays is the table. */
class ConcurrentReplayTest {

  private static final int WRITERS = 8;
  private static final int TRANSACTIONS = 150;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replayedChangesAreTheTable(boolean snapshotReads) throws Exception {
    LabConfig config =
        LabConfig.defaults()
            .withPollingInterval(Duration.ofMillis(3))
            .withScanLimits(20, 3)
            .withReadCommittedSnapshot(snapshotReads);
    try (CdcFixture cdc = new CdcFixture(config)) {
      ExecutorService pool = Executors.newFixedThreadPool(WRITERS + 1);
      AtomicBoolean writing = new AtomicBoolean(true);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int seed = writer;
        writers.add(pool.submit(() -> write(cdc.lab, seed)));
      }
      Future<Map<Integer, String>> reader = pool.submit(() -> replay(cdc.lab, writing));
      for (Future<?> writer : writers) {
        writer.get(120, TimeUnit.SECONDS);
      }
      cdc.database().capture().pause();
      cdc.capture();
      writing.set(false);
      Map<Integer, String> replayed = reader.get(60, TimeUnit.SECONDS);
      pool.shutdown();

      Map<Integer, String> table = new TreeMap<>();
      for (Object[] row : cdc.sql.query("SELECT id, item, qty FROM orders").rows()) {
        table.put((Integer) row[0], row[1] + "|" + row[2]);
      }
      assertThat(replayed).isEqualTo(table);
      assertThat(cdc.database().oracle("dbo_orders").changes())
          .hasSize((int) cdc.database().instance("dbo_orders").changes().size());
      assertThat(cdc.database().oracle("dbo_orders").tableAt(cdc.maxLsn())).hasSize(table.size());
    }
  }

  @Test
  @DisplayName("facts 7: enabled under load, every commit is in v1 only or, from S on, in both")
  void secondInstanceUnderLoad() throws Exception {
    try (CdcFixture cdc = new CdcFixture()) {
      ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
      AtomicBoolean writing = new AtomicBoolean(true);
      CountDownLatch running = new CountDownLatch(WRITERS);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int base = writer * 1_000_000;
        writers.add(pool.submit(() -> insert(cdc.lab, base, writing, running)));
      }
      assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
      cdc.enable("v2", null);
      int before = cdc.database().cdc().unreadTransactions();
      while (cdc.database().cdc().unreadTransactions() < before + 50) {
        Thread.onSpinWait();
      }
      writing.set(false);
      for (Future<?> writer : writers) {
        writer.get(30, TimeUnit.SECONDS);
      }
      pool.shutdown();
      cdc.capture();

      Lsn start = cdc.database().instance("v2").enabledAt();
      String lsns = "SELECT __$start_lsn FROM cdc.%s_CT";
      List<String> first = ResultText.rows(cdc.sql.query(String.format(lsns, "dbo_orders")));
      List<String> second = ResultText.rows(cdc.sql.query(String.format(lsns, "v2")));
      assertThat(second).hasSizeGreaterThanOrEqualTo(50);
      assertThat(first.subList(first.size() - second.size(), first.size())).isEqualTo(second);
      assertThat(first.subList(0, first.size() - second.size()))
          .isNotEmpty()
          .allMatch(lsn -> lsn.compareTo(start.toString()) < 0);
      assertThat(second).allMatch(lsn -> lsn.compareTo(start.toString()) > 0);
    }
  }

  private static void insert(Lab lab, int base, AtomicBoolean writing, CountDownLatch running) {
    try (LabSqlRunner session = lab.admin("sales")) {
      for (int i = 0; writing.get(); i++) {
        session.run("INSERT orders VALUES (" + (base + i) + ", N'x', 1)");
        if (i == 20) {
          running.countDown();
        }
      }
    }
  }

  private static void write(Lab lab, int seed) {
    Random random = new Random(seed);
    try (LabSqlRunner session = lab.admin("sales")) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        List<String> statements = new ArrayList<>();
        for (int s = 0; s <= random.nextInt(3); s++) {
          statements.add(statement(random));
        }
        try {
          session.runTransaction(statements, random.nextInt(5) == 0);
        } catch (SqlException e) {
          assertThat(e.sqlMessage().number()).isIn(2627, 1205);
        }
      }
    }
  }

  private static String statement(Random random) {
    int id = random.nextInt(200);
    return switch (random.nextInt(5)) {
      case 0, 1 -> "INSERT orders VALUES (" + id + ", N'i" + random.nextInt(100) + "', 1)";
      case 2 -> "UPDATE orders SET qty = qty + 1 WHERE id BETWEEN " + id + " AND " + (id + 5);
      case 3 -> "UPDATE orders SET id = " + (1000 + random.nextInt(100_000)) + " WHERE id = " + id;
      default -> "DELETE orders WHERE id = " + id;
    };
  }

  private static Map<Integer, String> replay(Lab lab, AtomicBoolean writing) {
    Map<Integer, String> state = new TreeMap<>();
    Map<Lsn, Integer> seen = new HashMap<>();
    try (LabSqlRunner session = lab.admin("sales")) {
      byte[] from = new byte[10];
      boolean last = false;
      while (!last) {
        last = !writing.get();
        byte[] to = (byte[]) session.value("SELECT sys.fn_cdc_get_max_lsn()");
        if (to == null) {
          continue;
        }
        for (Object[] row : window(session, from, to).rows()) {
          seen.merge(Lsn.of((byte[]) row[0]), 1, Integer::sum);
          apply(state, row);
        }
        assertThat(window(session, new byte[10], to).rows()).hasSize(sum(seen));
        from = to;
      }
    }
    return state;
  }

  private static int sum(Map<Lsn, Integer> seen) {
    return seen.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static LabResult window(LabSqlRunner session, byte[] from, byte[] to) {
    SqlType type = SqlType.sized(SqlType.Kind.VARBINARY, 8000);
    return session.query(
        "SELECT __$start_lsn, __$operation, id, item, qty FROM cdc.dbo_orders_CT WHERE"
            + " __$start_lsn > @P0 AND __$start_lsn <= @P1 ORDER BY __$start_lsn, __$command_id,"
            + " __$seqval, __$operation",
        new Parameter("@P0", type, from, false),
        new Parameter("@P1", type, to, false));
  }

  private static void apply(Map<Integer, String> state, Object[] row) {
    int operation = (Integer) row[1];
    Integer id = (Integer) row[2];
    String values = row[3] + "|" + row[4];
    if (operation == 1) {
      assertThat(state.remove(id)).isEqualTo(values);
    } else if (operation == 2) {
      assertThat(state.put(id, values)).isNull();
    } else if (operation == 3) {
      assertThat(state).containsEntry(id, values);
    } else {
      state.put(id, values);
    }
  }
}
