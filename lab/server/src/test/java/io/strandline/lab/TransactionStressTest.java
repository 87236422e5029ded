package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many sessions at random, held to what would be true of them one after the other. */
class TransactionStressTest {

  private static final int WRITERS = 6;
  private static final int TRANSACTIONS = 120;
  private static final int ACCOUNTS = 20;
  private static final int EACH = 1_000;
  private static final int MARK = -1_000_000;
  private static final Set<Integer> EXPECTED = Set.of(1205, 1222, 3960, 2627);

  /** How a run's readers and writers are set up. */
  private enum Way {
    LOCKING("READ COMMITTED", false),
    ROW_VERSIONS("READ COMMITTED", true),
    SNAPSHOTS("SNAPSHOT", false),
    SERIAL("SERIALIZABLE", false);

    private final String level;
    private final boolean versions;

    Way(String level, boolean versions) {
      this.level = level;
      this.versions = versions;
    }

    /** Whether a reader's statement sees one state of the whole table. */
    boolean isConsistent() {
      return this != LOCKING;
    }
  }

  private static void inThreads(int count, Callable<?> task, Runnable meanwhile, AtomicBoolean on)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(count + 1);
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(pool.submit(task));
    }
    Future<?> reader = pool.submit(meanwhile);
    for (Future<?> each : tasks) {
      each.get(120, TimeUnit.SECONDS);
    }
    on.set(false);
    reader.get(60, TimeUnit.SECONDS);
    pool.shutdown();
  }

  /** Runs a batch; the number of its error, 0 for none. The transaction is ended in any case. */
  private static int attempt(LabSqlRunner session, String batch) {
    List<SqlMessage> errors = session.record(batch).errors();
    session.record("IF @@TRANCOUNT > 0 ROLLBACK");
    int number = errors.isEmpty() ? 0 : errors.get(0).number();
    assertThat(EXPECTED.contains(number) || number == 0).as(errors.toString()).isTrue();
    return number;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void transfersKeepTheSumAndNobodySeesThemHalfDone(Way way) throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped().withReadCommittedSnapshot(way.versions));
        LabSqlRunner admin = lab.admin("sales")) {
      admin.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
      admin.run("CREATE TABLE a (id int NOT NULL PRIMARY KEY, v int NOT NULL)");
      for (int id = 0; id < ACCOUNTS; id++) {
        admin.run("INSERT a VALUES (" + id + ", " + EACH + ")");
      }
      AtomicInteger seeds = new AtomicInteger();
      AtomicInteger committed = new AtomicInteger();
      AtomicBoolean on = new AtomicBoolean(true);
      inThreads(
          WRITERS,
          () -> transfer(lab, way, new Random(seeds.incrementAndGet()), committed),
          () -> audit(lab, way, on),
          on);

      assertThat(committed.get()).isPositive();
      assertThat(admin.value("SELECT SUM(v) FROM a")).isEqualTo(ACCOUNTS * EACH);
      assertThat(admin.value("SELECT COUNT(*) FROM a WHERE v < -500000")).isEqualTo(0);
      assertThat(lab.server().store().uncollected()).isLessThan(1_000);
    }
  }

  private static Object transfer(Lab lab, Way way, Random random, AtomicInteger committed) {
    try (LabSqlRunner session = lab.admin("sales")) {
      session.run("SET TRANSACTION ISOLATION LEVEL " + way.level + "; SET LOCK_TIMEOUT 2000");
      for (int i = 0; i < TRANSACTIONS; i++) {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = random.nextInt(100);
        String end = random.nextInt(5) == 0 ? "ROLLBACK" : "COMMIT";
        String batch =
            String.format(
                "BEGIN TRAN; DECLARE @v int = (SELECT v FROM a WHERE id = %1$d);"
                    + " UPDATE a SET v = v + %4$d WHERE id = %1$d;"
                    + " UPDATE a SET v = v + %3$d WHERE id = %2$d;"
                    + " UPDATE a SET v = v - %4$d - %3$d WHERE id = %1$d; %5$s",
                from, to, amount, MARK, end);
        if (attempt(session, batch) == 0 && end.equals("COMMIT")) {
          committed.incrementAndGet();
        }
      }
    }
    return way;
  }

  private static void audit(Lab lab, Way way, AtomicBoolean on) {
    try (LabSqlRunner session = lab.admin("sales")) {
      session.run("SET TRANSACTION ISOLATION LEVEL " + way.level);
      while (on.get()) {
        try {
          LabResult rows = session.query("SELECT v FROM a");
          int sum = 0;
          for (Object[] row : rows.rows()) {
            assertThat((Integer) row[0]).as("no half-done change").isGreaterThan(MARK / 2);
            sum += (Integer) row[0];
          }
          if (way.isConsistent()) {
            assertThat(sum).isEqualTo(ACCOUNTS * EACH);
          }
        } catch (SqlException deadlock) {
          assertThat(deadlock.sqlMessage().number()).isEqualTo(1205);
        }
      }
    }
  }

  @Test
  void snapshotsLoseNoUpdateThatWasMadeFromAReadValue() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner admin = lab.admin("sales")) {
      admin.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
      admin.run("CREATE TABLE c (id int NOT NULL PRIMARY KEY, v int NOT NULL)");
      admin.run("INSERT c VALUES (1, 0), (2, 0), (3, 0)");
      AtomicInteger committed = new AtomicInteger();
      AtomicInteger seeds = new AtomicInteger();
      AtomicBoolean on = new AtomicBoolean(true);
      inThreads(
          WRITERS,
          () -> {
            Random random = new Random(seeds.incrementAndGet());
            try (LabSqlRunner session = lab.admin("sales")) {
              session.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
              for (int i = 0; i < TRANSACTIONS; i++) {
                int id = 1 + random.nextInt(3);
                String batch =
                    "BEGIN TRAN; DECLARE @v int = (SELECT v FROM c WHERE id = %1$d);"
                        + " UPDATE c SET v = @v + 1 WHERE id = %1$d; COMMIT";
                committed.addAndGet(attempt(session, String.format(batch, id)) == 0 ? 1 : 0);
              }
            }
            return seeds;
          },
          () -> {},
          on);

      assertThat(admin.value("SELECT SUM(v) FROM c")).isEqualTo(committed.get());
    }
  }

  @Test
  void uniqueIndexesAgreeWithTheirTable() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner admin = lab.admin("sales")) {
      admin.run(
          "CREATE TABLE u (id int NOT NULL PRIMARY KEY, code int NULL, CONSTRAINT uq UNIQUE"
              + " (code))");
      AtomicInteger seeds = new AtomicInteger();
      AtomicBoolean on = new AtomicBoolean(true);
      inThreads(WRITERS, () -> rename(lab, seeds.incrementAndGet()), () -> {}, on);

      Map<Object, Object> byCode = new HashMap<>();
      for (Object[] row : admin.query("SELECT id, code FROM u").rows()) {
        assertThat(byCode.put(row[1], row[0])).as("code " + row[1]).isNull();
      }
      assertThat(byCode).isNotEmpty();
      Set<Object> found = new HashSet<>();
      for (int code = 0; code < 60; code++) {
        List<Object[]> rows = admin.query("SELECT id FROM u WHERE code = " + code).rows();
        assertThat(rows).hasSize(byCode.containsKey(code) ? 1 : 0);
        rows.forEach(row -> found.add(row[0]));
      }
      assertThat(found).containsExactlyInAnyOrderElementsOf(byCode.values());
    }
  }

  private static Object rename(Lab lab, int seed) {
    Random random = new Random(seed);
    try (LabSqlRunner session = lab.admin("sales")) {
      session.run("SET LOCK_TIMEOUT 2000");
      for (int i = 0; i < TRANSACTIONS; i++) {
        int id = random.nextInt(40);
        int code = random.nextInt(60);
        String one =
            switch (random.nextInt(4)) {
              case 0 -> "DELETE u WHERE id = " + id;
              case 1 -> "UPDATE u SET code = " + code + " WHERE id = " + id;
              case 2 -> "UPDATE u SET id = " + (id + 100) + " WHERE code = " + code;
              default -> "INSERT u VALUES (" + id + ", " + code + ")";
            };
        String two = "UPDATE u SET code = " + random.nextInt(60) + " WHERE id = " + (id + 1);
        String end = random.nextInt(3) == 0 ? "ROLLBACK" : "COMMIT";
        attempt(session, "BEGIN TRAN; " + one + "; " + two + "; " + end);
      }
    }
    return seed;
  }
}
