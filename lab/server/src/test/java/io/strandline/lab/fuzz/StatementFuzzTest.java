package io.strandline.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged statements by the real driver: two for each {@code strandline.seeds}. Each gets results
 * or an error of SQL Server's, never a defect of the engine. A failure names its seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementFuzzTest {

  private static final long CASES = 2 * Long.getLong("strandline.seeds", 500);

  private Lab lab;
  private Survival survival;
  private List<String> corpus;
  private Connection connection;

  @BeforeAll
  void start() throws Exception {
    corpus = StatementCorpus.read();
    lab = Lab.start(LabConfig.stepped().withKeepHistory(false));
    try (LabSqlRunner sql = lab.admin("sales")) {
      sql.run("EXEC sys.sp_cdc_enable_db");
      sql.run(
          "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, item nvarchar(30) NULL,"
              + " qty int NULL)");
      sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', @role_name = NULL");
      sql.run("INSERT INTO dbo.orders VALUES (1, N'a', 1), (2, N'b', 2)");
      sql.run(
          "CREATE TABLE dbo.p (id int NOT NULL PRIMARY KEY, name nvarchar(20) NULL, grp int NULL,"
              + " amount decimal(9,2) NULL)");
      sql.run("INSERT INTO dbo.p VALUES (1, N'one', 1, 1.10), (2, N'two', 1, 2.20)");
      sql.run("CREATE TABLE dbo.c (pid int NOT NULL, n int NOT NULL, PRIMARY KEY (pid, n))");
      sql.run("INSERT INTO dbo.c VALUES (1, 1), (1, 2), (3, 1)");
    }
    lab.database("sales").capture().drain();
    survival = new Survival(lab);
    connection = Survival.connect(lab, lab.port());
  }

  @AfterAll
  void close() throws Exception {
    connection.close();
    survival.close();
    lab.close();
  }

  @Test
  void whateverIsAskedHasResultsOrAnError() throws Exception {
    assertThat(corpus).hasSizeGreaterThan(100);
    List<String> failed = new ArrayList<>();
    for (long seed = 1; seed <= CASES; seed++) {
      run(seed).ifPresent(failed::add);
      if (seed == CASES / 10) {
        survival.warm();
      }
    }
    survival.finish(CASES);
    assertThat(failed).as("defects of the engine").isEmpty();
  }

  /** Seeds that failed once. */
  @ParameterizedTest
  @ValueSource(longs = {383, 2948, 4585, 7864})
  void whatFailedOnce(long seed) throws Exception {
    assertThat(run(seed)).isEmpty();
  }

  /** Runs a case and returns what the engine broke down on, if it did. */
  private Optional<String> run(long seed) throws SQLException {
    int before = survival.defects().size();
    String text = new StatementMutation(seed, corpus).next();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(2);
      statement.setMaxRows(1_000);
      boolean rows = statement.execute(text);
      while (rows || statement.getUpdateCount() != -1) {
        rows = statement.getMoreResults();
      }
    } catch (SQLException e) {
      survival.check("seed " + seed);
    }
    survival.check("seed " + seed);
    if (connection.isClosed()) {
      connection = Survival.connect(lab, lab.port());
    }
    List<String> defects = survival.defects();
    Optional<String> defect =
        defects.size() == before
            ? Optional.empty()
            : Optional.of("seed " + seed + ": " + defects.get(defects.size() - 1));
    try (Statement statement = connection.createStatement()) {
      statement.execute("IF @@TRANCOUNT > 0 ROLLBACK; USE sales; SET IMPLICIT_TRANSACTIONS OFF");
    }
    return defect;
  }
}
