package io.strandline.checks.input;

import static io.strandline.error.ErrorCode.INVALID_OPTIONS;
import static io.strandline.error.ErrorCode.STALE_PLAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Warehouses that are not there, damage that concerns no call, and documents of plans and results
 * that are not what {@code plan} and {@code write} printed.
 */
final class DamageAndDocumentsTest {

  @TempDir static Path folder;
  private static Scene scene;
  private static Calls calls;

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"));
    calls = Calls.afterTwelveHours(scene, folder);
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  /** As Delta's own writers do: the folders down to a new table are made. */
  @Test
  void aWarehouseThatIsNotThereIsMadeByTheFirstCallAndByNoOther() throws IOException {
    Path warehouse = calls.copy();
    Map<String, String> missing = Map.of("warehouse", "@/none/deeper", "target", "flights");
    String control = "--control=" + warehouse.resolve("none/deeper/strandline_control");
    Map<String, String> before = Calls.listing(warehouse);

    calls.refused(warehouse, INVALID_OPTIONS, "to adopt", missing, "adopt", "--what", "target");
    String[] period = {"--from=2013-01-01T00:00:00Z", "--until=2013-01-01T01:00:00Z"};
    assertThat(calls.call(warehouse, missing, "explain", period[0], period[1]).out())
        .contains("\"no_table\"");
    Calls.Said verdict = Calls.run("verdict", "--json", control, "--table=flights");
    assertThat(verdict.out()).contains("\"finalized_until\":null");
    assertThat(verdict.err()).contains("one of the names is wrong");
    assertThat(Calls.run("is-final", control, "--table=flights", period[0], period[1]).exit())
        .isEqualTo(3);
    Calls.Said status = Calls.run("status", "--json", control);
    assertThat(status.out()).contains("\"tables\":[]");
    assertThat(status.err()).contains("its name is wrong");
    assertThat(Calls.listing(warehouse)).isEqualTo(before);
    assertThat(calls.call(warehouse, missing, "ingest").out()).contains("\"committed\"");
    assertThat(Calls.log(warehouse.resolve("none/deeper"), "flights", ".json")).isNotEmpty();
  }

  /** What no call reads: each goes on, and leaves the damaged file as it is. */
  @ParameterizedTest
  @CsvSource({
    "flights/_delta_log, _last_checkpoint",
    "strandline_facts/_delta_log, _last_checkpoint",
    "strandline_control/_delta_log, _last_checkpoint",
    "flights, .parquet",
    "strandline_facts, .parquet",
    "flights/_delta_log, 00000000000000000003.json",
    "strandline_facts/_delta_log, 00000000000000000003.json",
    "strandline_control/_delta_log, 00000000000000000003.json"
  })
  void damageThatConcernsNoCallStopsNone(String place, String ending) throws IOException {
    Path warehouse = calls.copy();
    List<Path> damaged = Calls.files(warehouse.resolve(place), ending);
    assertThat(damaged).isNotEmpty();
    for (Path file : damaged) {
      if (ending.startsWith("_")) {
        Files.writeString(file, "{\"version\":9999999,");
      } else {
        Calls.cut(file);
      }
    }

    Calls.Said said = calls.call(warehouse, Map.of(), "ingest");

    assertThat(said.out()).as(said.err()).contains("\"outcome\":\"committed\"");
    assertThat(calls.call(warehouse, Map.of(), "ingest").out()).contains("\"outcome\":\"idle\"");
  }

  private static Path document(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "document", ".json"), text);
  }

  private static String planned(Path warehouse) throws IOException {
    Calls.Said said = calls.call(warehouse, Map.of(), "plan");
    assertThat(said.exit()).as(said.err()).isZero();
    return said.out();
  }

  private static String written(Path warehouse, Path plan) throws IOException {
    Calls.Said said =
        calls.call(warehouse, Map.of(), "write", "--plan", plan.toString(), "--split", "0");
    assertThat(said.exit()).as(said.err()).isZero();
    return said.out();
  }

  private static void notWritten(Path warehouse, ErrorCode code, String says, String plan)
      throws IOException {
    String file = document(plan).toString();
    calls.refused(warehouse, code, says, Map.of(), "write", "--plan", file, "--split", "0");
  }

  @Test
  void writeTakesOnlyWhatPlanPrinted() throws IOException {
    Path warehouse = calls.copy();
    String plan = planned(warehouse);

    notWritten(warehouse, INVALID_OPTIONS, "document", plan.substring(0, plan.length() / 2));
    notWritten(warehouse, INVALID_OPTIONS, "document", "");
    notWritten(warehouse, INVALID_OPTIONS, "document", "[]");
    notWritten(warehouse, INVALID_OPTIONS, "document", "{\"a\":1}");
    notWritten(warehouse, STALE_PLAN, "plan", edited(plan, "schema_hash"));
    notWritten(warehouse, STALE_PLAN, "plan", edited(plan, "table_id"));
    String nowhere = folder.resolve("nowhere.json").toString();
    calls.refused(
        warehouse, INVALID_OPTIONS, nowhere, Map.of(), "write", "--plan", nowhere, "--split", "0");
    String good = document(plan).toString();
    calls.refused(
        warehouse, STALE_PLAN, "no split 7", Map.of(), "write", "--plan", good, "--split", "7");
    Path other = calls.copy();
    assertThat(calls.call(other, Map.of(), "ingest").exit()).isZero();
    calls.refused(other, STALE_PLAN, "plan", Map.of(), "write", "--plan", good, "--split", "0");
  }

  /** Turns the first character of a field's text into another. */
  private static String edited(String document, String field) {
    int at = document.indexOf("\"" + field + "\":\"") + field.length() + 4;
    assertThat(at).as(field).isGreaterThan(field.length() + 4);
    char other = document.charAt(at) == 'a' ? 'b' : 'a';
    return document.substring(0, at) + other + document.substring(at + 1);
  }

  @Test
  void commitTakesOnlyWhatWritePrinted() throws IOException {
    Path warehouse = calls.copy();
    Path plan = document(planned(warehouse));
    String result = written(warehouse, plan);
    Path later = document(planned(warehouse));

    notCommitted(warehouse, INVALID_OPTIONS, plan, result.substring(0, result.length() / 2));
    notCommitted(warehouse, INVALID_OPTIONS, plan, Files.readString(plan));
    notCommitted(warehouse, STALE_PLAN, plan, edited(result, "plan"));
    notCommitted(warehouse, STALE_PLAN, plan, result.replaceFirst("\"rows\":1", "\"rows\":2"));
    notCommitted(warehouse, STALE_PLAN, later, result);
    String good = document(result).toString();
    calls.refused(warehouse, STALE_PLAN, "split 0", Map.of(), "commit", "--plan", plan.toString());
    Calls.Said said =
        calls.call(warehouse, Map.of(), "commit", "--plan", plan.toString(), "--results", good);
    assertThat(said.out()).as(said.err()).contains("\"outcome\":\"committed\"");
  }

  private static void notCommitted(Path warehouse, ErrorCode code, Path plan, String result)
      throws IOException {
    String file = document(result).toString();
    calls.refused(
        warehouse, code, "", Map.of(), "commit", "--plan", plan.toString(), "--results", file);
  }
}
