package io.strandline.checks.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group's round on the command line. */
final class IngestGroupCommandTest {

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Scene scene;

  @BeforeEach
  void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.idle(Duration.ofMinutes(5));
    scene.insert(1, 2);
    scene.idle(Duration.ofHours(2));
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private String member(String table, String instance, String... more) throws IOException {
    List<String> lines = new ArrayList<>(List.of(more));
    lines.add("captureInstance=" + instance);
    lines.add("target=" + scene.warehouse.resolve(table));
    return "--member=" + Files.write(folder.resolve(table + ".properties"), lines);
  }

  private int run(String... arguments) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), scene.lab.readerPassword());
    List<String> all =
        new ArrayList<>(
            List.of(
                "ingest-group",
                "--name=pair",
                "--url=" + scene.lab.url(),
                "--user=reader",
                "--password-file=" + password));
    all.addAll(Arrays.asList(arguments));
    return Main.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }

  @Test
  void aLineAMemberAndTheGroups() throws IOException {
    int code = run(member("one", "dbo_flights"), member("two", "dbo_flights"));

    assertThat(code).as(out + "\n" + err).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("one: batch 0 ").contains("2 rows");
    assertThat(lines.get(1)).startsWith("two: batch 0 ");
    assertThat(lines.get(2)).startsWith("group pair: final until 2013-01-01T07:00:00Z; cut at 0x");
  }

  @Test
  void aMemberThatFailsIsToldBesideTheOther() throws IOException {
    int code = run("--json", member("one", "dbo_flights"), member("two", "dbo_nothing"));

    assertThat(code).as(err.toString()).isEqualTo(1);
    assertThat(out.toString().lines()).hasSize(1);
    JsonNode document = new JsonMapper().readTree(out.toString());
    assertThat(document.get("group").asText()).isEqualTo("pair");
    assertThat(document.get("finalized_until").isNull()).isTrue();
    assertThat(document.at("/members/0/outcome").asText()).isEqualTo("committed");
    assertThat(document.at("/members/1/table").asText()).isEqualTo("two");
    assertThat(document.at("/members/1/error/code").asText())
        .isEqualTo("CAPTURE_INSTANCE_NOT_FOUND");
  }

  @Test
  void aMemberOfAnotherSourceIsRefused() throws IOException {
    int code =
        run(
            member("one", "dbo_flights"),
            member("two", "dbo_flights", "url=jdbc:sqlserver://else"));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("INVALID_OPTIONS", "two.properties", "another source");
    assertThat(scene.listing()).isEmpty();
  }

  @Test
  void theGroupsVerdictIsAskedByItsName() throws IOException {
    run(member("one", "dbo_flights"), member("two", "dbo_flights"));

    assertThat(ask("verdict")).isZero();
    assertThat(out.toString()).contains("group:pair is final until 2013-01-01T07:00:00Z");
    assertThat(ask("is-final", "--from=2013-01-01T06:00:00Z", "--until=2013-01-01T07:00:00Z"))
        .isZero();
    assertThat(ask("is-final", "--from=2013-01-01T07:00:00Z", "--until=2013-01-01T08:00:00Z"))
        .isEqualTo(3);
    assertThat(err.toString()).isEmpty();
  }

  private int ask(String command, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                command,
                "--table=group:pair",
                "--control=" + scene.warehouse.resolve("strandline_control")));
    all.addAll(List.of(more));
    return Main.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }
}
