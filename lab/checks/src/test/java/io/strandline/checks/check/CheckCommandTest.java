package io.strandline.checks.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.process.JavaProcess;
import io.strandline.checks.scene.Waits;
import io.strandline.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code strandline check} in this process and as one of its own. */
class CheckCommandTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir static Path folder;

  private static CheckLab lab;
  private static Path password;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    lab = CheckLab.start(CheckLab.CONFIG);
    password = Files.writeString(folder.resolve("password"), lab.password() + "\n");
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  @AfterEach
  void leavesNothingBehind() throws SQLException {
    assertThat(lab.databases()).noneMatch(name -> name.startsWith(Sandbox.PREFIX));
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private int check(Path passwordFile, String... arguments) {
    return check("sa", passwordFile, arguments);
  }

  private int check(String user, Path passwordFile, String... arguments) {
    List<String> all = new ArrayList<>(List.of("check", "--url", lab.url(), "--user", user));
    all.addAll(List.of("--password-file", passwordFile.toString(), "--quick"));
    all.addAll(List.of("--load-seconds", "0.5", "--rows", "1000"));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  @Test
  void reportsForAPerson() {
    int code = check(password, "--only", "cleanup,ddl-timing");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("PASSED  ddl-timing"))
        .anyMatch(line -> line.startsWith("PASSED  cleanup"))
        .anyMatch(line -> line.contains("measured: rows before 40 rows"))
        .anyMatch(line -> line.startsWith("server  Microsoft SQL Server"))
        .anyMatch(line -> line.contains("a stand-in, no SQL Server"))
        .anyMatch(line -> line.startsWith("driver  Microsoft JDBC Driver"))
        .contains("2 passed, 0 failed, 0 skipped");
  }

  @Test
  void reportsAsJson() throws IOException {
    Path file = folder.resolve("report.json");

    int code = check(password, "--only", "time-zone", "--json", "--out", file.toString());

    assertThat(code).isZero();
    JsonNode report = MAPPER.readTree(out.toString());
    assertThat(MAPPER.readTree(Files.readString(file))).isEqualTo(report);
    assertThat(report.get("passed").intValue()).isEqualTo(1);
    assertThat(report.get("failed").intValue()).isZero();
    assertThat(report.get("stand_in").booleanValue()).isTrue();
    assertThat(report.get("clock_rate").doubleValue()).isBetween(100.0, 400.0);
    assertThat(report.get("database").textValue()).startsWith("strandline_check_");
    JsonNode check = report.get("checks").get(0);
    assertThat(check.get("name").textValue()).isEqualTo("time-zone");
    assertThat(check.get("verdict").textValue()).isEqualTo("passed");
    assertThat(check.get("source").textValue()).contains("measured on 2022");
    assertThat(check.get("measures"))
        .anySatisfy(
            measure -> {
              assertThat(measure.get("name").textValue()).isEqualTo("offset_from_utc");
              assertThat(measure.get("value").doubleValue()).isEqualTo(-300);
              assertThat(measure.get("unit").textValue()).isEqualTo("minutes");
            });
  }

  @Test
  void aFailedCheckIsExitCode1() {
    int code = check(password, "--only", "time-zone,cleanup", "--time-zone", "Asia/Kathmandu");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("FAILED  time-zone"))
        .anyMatch(line -> line.startsWith("PASSED  cleanup"))
        .contains("1 passed, 1 failed, 0 skipped");
  }

  @Test
  void tooShortABudgetIsNoVerdict() {
    int code = check(password, "--only", "idle-advance", "--seconds", "1");

    assertThat(code).isEqualTo(3);
    assertThat(out.toString()).contains("SKIPPED idle-advance").contains("give --seconds");
  }

  @Test
  void wrongUsageIsExitCode2() {
    assertThat(check(password, "--only", "nonsense")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no check nonsense").contains("idle-advance");
    assertThat(check(password, "--database", "sales")).isEqualTo(2);
    assertThat(check(password, "--time-zone", "Nowhere/At_All")).isEqualTo(2);
    assertThat(check(password, "--rows", "10")).isEqualTo(2);
    assertThat(run("check")).isEqualTo(2);
    assertThat(run("check", "--url", lab.url() + ";password=x")).isEqualTo(2);
    assertThat(out.toString() + err).doesNotContain("password=x");
  }

  @Test
  void aServerThatRefusesIsExitCode3() throws IOException, SQLException {
    Path wrong = Files.writeString(folder.resolve("wrong"), "guess");
    assertThat(check(wrong, "--json")).isEqualTo(3);
    assertThat(MAPPER.readTree(out.toString()).get("error").textValue()).contains("18456");

    lab.run("CREATE LOGIN guest1 WITH PASSWORD = N'" + lab.password() + "'");
    assertThat(check("guest1", password)).isEqualTo(3);
    assertThat(err.toString()).contains("sysadmin").contains("--use-database");
  }

  @Test
  void usesAGivenDatabaseAndLeavesItAsItWas() throws SQLException {
    lab.run("CREATE DATABASE given");
    assertThat(check(password, "--use-database", "given")).isEqualTo(3);
    assertThat(err.toString()).contains("CDC is not enabled on database 'given'");
    lab.run("USE given; EXEC sys.sp_cdc_enable_db");

    int code = check(password, "--use-database", "given", "--only", "ddl-timing,isolation");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(lab.count("given", "SELECT COUNT(*) FROM sys.tables WHERE name LIKE 'strand%'"))
        .isZero();
    assertThat(lab.count("given", "SELECT COUNT(*) FROM cdc.change_tables")).isZero();
  }

  @Test
  void listsItsChecksAndStatements() throws IOException {
    assertThat(run("check", "--list", "--json")).isZero();
    assertThat(MAPPER.readTree(out.toString()).get("checks"))
        .hasSize(Checks.ALL.size())
        .allSatisfy(check -> assertThat(check.get("fact").textValue()).isNotBlank());
    out.getBuffer().setLength(0);

    assertThat(run("check", "--statements")).isZero();
    JsonNode texts = MAPPER.readTree(out.toString());
    assertThat(texts).hasSize(CheckStatement.values().length);
    assertThat(texts.get("max_lsn").textValue()).isEqualTo("SELECT sys.fn_cdc_get_max_lsn()");
    assertThat(out.toString()).doesNotContain("{table}", "{instance}");
  }

  @Test
  void runsAsAProcess() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("check", "--url", lab.url(), "--user", "sa"));
    arguments.addAll(List.of("--quick", "--load-seconds", "1", "--only", "watermark", "--json"));
    try (JavaProcess process =
        JavaProcess.start(
            folder, Main.class, Map.of("STRANDLINE_PASSWORD", lab.password()), arguments)) {
      assertThat(process.exitCode()).as(process.describe()).isZero();
      assertThat(MAPPER.readTree(process.out()).get("passed").intValue()).isEqualTo(1);
    }
  }

  @Test
  void cleansUpWhenItIsStopped() throws SQLException {
    List<String> arguments = new ArrayList<>(List.of("check", "--url", lab.url(), "--user", "sa"));
    arguments.addAll(List.of("--load-seconds", "60", "--only", "watermark"));
    try (JavaProcess process =
        JavaProcess.start(
            folder, Main.class, Map.of("STRANDLINE_PASSWORD", lab.password()), arguments)) {
      assertThat(Waits.until(() -> lab.databases().stream().anyMatch(CheckCommandTest::isOurs)))
          .isTrue();
      process.terminate();
      assertThat(process.exitCode()).isNotZero();
    }
    assertThat(lab.databases()).noneMatch(CheckCommandTest::isOurs);
  }

  private static boolean isOurs(String database) {
    return database.startsWith(Sandbox.PREFIX);
  }
}
