package io.strandline.checks.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.lab.FlightsLabConfig;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Each theme of the script through Microsoft's driver, in the clear and encrypted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceScriptTest {

  private static final double SPEED = 60;

  private final Script script = Script.load();
  private FlightsLab lab;
  private ConformanceRun plain;
  private ConformanceRun encrypted;

  @BeforeAll
  void setUp(@TempDir Path folder) throws SQLException, InterruptedException {
    lab = FlightsLab.start(FlightsLabConfig.running(folder, 0, SPEED, 1));
    String clear = "jdbc:sqlserver://localhost:" + lab.port() + ";encrypt=false";
    plain = new ConformanceRun(new Target(clear, "sa", lab.saPassword()));
    encrypted = new ConformanceRun(new Target(lab.url(), "sa", lab.saPassword()));
    assertHolds("setup");
  }

  @AfterAll
  void tearDown() throws SQLException, InterruptedException {
    try {
      assertHolds("teardown");
    } finally {
      plain.close();
      encrypted.close();
      lab.close();
    }
  }

  private void assertHolds(String theme) throws SQLException, InterruptedException {
    for (ConformanceRun run : List.of(plain, encrypted)) {
      int before = run.executed();
      assertThat(run.run(script.theme(theme))).isEmpty();
      assertThat(run.executed() - before).isEqualTo(script.theme(theme).steps().size());
    }
  }

  @Test
  @Tag("B7")
  @Tag("B8")
  void results() throws SQLException, InterruptedException {
    assertHolds("results");
  }

  @Test
  void types() throws SQLException, InterruptedException {
    assertHolds("types");
  }

  @Test
  @Tag("B9")
  @Tag("B14")
  void errors() throws SQLException, InterruptedException {
    assertHolds("errors");
  }

  @Test
  @Tag("B3")
  @Tag("N13")
  void transactions() throws SQLException, InterruptedException {
    assertHolds("transactions");
  }

  @Test
  void locks() throws SQLException, InterruptedException {
    assertHolds("locks");
  }

  @Test
  @Tag("B12")
  @Tag("B13")
  void parameters() throws SQLException, InterruptedException {
    assertHolds("parameters");
  }

  @Test
  @Tag("B1")
  @Tag("B2")
  @Tag("B5")
  void options() throws SQLException, InterruptedException {
    assertHolds("options");
  }

  @Test
  @Tag("F1.3.1")
  @Tag("F1.3.2")
  @Tag("F1.3.3")
  @Tag("F1.3.4")
  @Tag("F1.3.5")
  @Tag("F1.3.6")
  @Tag("F1.3.7")
  @Tag("F1.3.8")
  @Tag("F1.3.9")
  @Tag("F1.3.10")
  @Tag("F1.3.11")
  @Tag("F1.3.12")
  @Tag("F1.3.13")
  @Tag("F1.3.14")
  @Tag("F1.3.15")
  @Tag("F1.3.16")
  @Tag("F1.4.1")
  @Tag("F1.4.2")
  @Tag("F1.4.3")
  @Tag("F1.4.4")
  @Tag("F1.4.5")
  @Tag("F1.4.6")
  @Tag("F1.4.7")
  @Tag("F1.4.8")
  @Tag("F1.4.9")
  @Tag("F1.4.10")
  @Tag("F1.4.11")
  @Tag("F1.4.12")
  @Tag("F1.6.1")
  @Tag("F1.6.2")
  @Tag("F1.6.3")
  @Tag("F1.6.4")
  @Tag("F1.6.5")
  @Tag("F1.6.6")
  @Tag("F1.6.7")
  @Tag("F1.7.1")
  @Tag("F1.7.2")
  @Tag("F1.8.1")
  @Tag("F1.8.5")
  void shapes() throws SQLException, InterruptedException {
    assertHolds("shapes");
  }

  @Test
  @Tag("F3.2")
  @Tag("F3.3")
  void changes() throws SQLException, InterruptedException {
    assertHolds("changes");
  }

  @Test
  @Tag("F2.3")
  @Tag("F2.4")
  @Tag("F2.6")
  @Tag("F6.9")
  @Tag("C2")
  void functions() throws SQLException, InterruptedException {
    assertHolds("functions");
  }

  @Test
  @Tag("F8.1")
  @Tag("F8.5")
  @Tag("F8.6")
  @Tag("F1.3.20")
  @Tag("F1.6.9")
  void lifecycle() throws SQLException, InterruptedException {
    assertHolds("lifecycle");
  }

  @Test
  @Tag("F1.1.8")
  @Tag("F1.2.1")
  @Tag("F9.2")
  @Tag("F9.3")
  @Tag("F9.4")
  void permissions() throws SQLException, InterruptedException {
    assertHolds("permissions");
  }
}
