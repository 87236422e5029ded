package io.strandline.checks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.Scene;
import io.strandline.gateway.GatewayProcess;
import io.strandline.gateway.PlainClient;
import io.strandline.gateway.Protocol;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lsn.Lsn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every call that goes to a source; each answer is held against the schema of its call. */
@Timeout(300)
final class GatewayCallsTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  /** How often a slow machine is asked again. */
  private static final int POLLS = 10;

  @TempDir static Path processes;
  private static GatewayProcess gateway;

  @TempDir Path folder;
  private Scene scene;
  private PlainClient client;

  @BeforeAll
  static void start() {
    gateway = GatewayProcess.start(processes);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void begin() throws IOException {
    scene = Scene.at(folder, Instant.parse("2013-01-01T10:00:00Z"));
    client = gateway.client();
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    scene.close();
  }

  private ObjectNode source() {
    return MAPPER
        .createObjectNode()
        .put("url", scene.lab.url())
        .put("user", "reader")
        .put("password", scene.lab.readerPassword());
  }

  private ObjectNode options() {
    return source().setAll(table("flights"));
  }

  private ObjectNode table(String name) {
    return MAPPER
        .createObjectNode()
        .put("capture_instance", FlightsLab.INSTANCE)
        .put("target", scene.warehouse.resolve(name).toString());
  }

  private JsonNode call(String call, JsonNode options, JsonNode arguments) throws IOException {
    String request =
        Protocol.request(
            call,
            options == null ? null : options.toString(),
            arguments == null ? null : arguments.toString());
    JsonNode answer = Protocol.verified(call, request, client.call(request));
    for (int polls = 0; polls < POLLS && isRunning(answer); polls++) {
      String poll = about("poll", answer.get("id").textValue());
      answer = Protocol.verified(call, request, client.call(waiting(poll)));
    }
    return answer;
  }

  private static boolean isRunning(JsonNode answer) {
    return answer.get("state").textValue().equals("running");
  }

  private JsonNode done(String call, JsonNode options, JsonNode arguments) throws IOException {
    JsonNode answer = call(call, options, arguments);
    assertThat(answer.get("state").textValue()).as("%s", answer).isEqualTo("done");
    return answer.get("result");
  }

  private static ObjectNode period() {
    return MAPPER
        .createObjectNode()
        .put("from", "2013-01-01T10:00Z")
        .put("until", "2013-01-01T11:00Z");
  }

  @Test
  void batchesAndVerdicts() throws IOException {
    scene.insert(900_001);
    scene.insert(900_002);
    JsonNode first = done("ingest", options().put("max_rows_per_batch", 1), null);
    assertThat(first.get("outcome").textValue()).isEqualTo("committed");
    assertThat(first.at("/facts/rows").intValue()).isEqualTo(1);

    JsonNode rest = done("ingest_all", options().put("max_rows_per_batch", 1), null);
    assertThat(rest.at("/batches/0/batch_id").intValue()).isEqualTo(1);
    assertThat(done("explain", options(), period()).get("status").textValue()).isEqualTo("open");

    scene.idle(Duration.ofHours(1));
    assertThat(done("ingest", options(), null).get("finalized_until").textValue())
        .isEqualTo("2013-01-01T11:00:00Z");
    assertThat(done("ingest", options(), null).get("outcome").textValue()).isEqualTo("idle");
    assertThat(done("explain", options(), period()).get("status").textValue()).isNotEqualTo("open");
    JsonNode control =
        MAPPER
            .createObjectNode()
            .put("control", scene.warehouse.resolve("strandline_control").toString());
    JsonNode status = done("status", null, control);
    assertThat(status.at("/tables/0/last_batch/batch_id").isNumber()).isTrue();
  }

  @Test
  void aFirstLoadAndADoctor() throws IOException {
    scene.insert(900_001);
    JsonNode findings = done("doctor", source().put("capture_instance", FlightsLab.INSTANCE), null);
    assertThat(findings.at("/checks/0/check").textValue()).isEqualTo("connection");
    assertThat(findings.at("/checks/0/status").textValue()).isEqualTo("ok");
    assertThat(done("snapshot", options(), null).get("outcome").textValue()).isEqualTo("loaded");
    JsonNode what = MAPPER.createObjectNode().set("what", MAPPER.createArrayNode().add("source"));
    assertThat(done("adopt", options(), what).get("adopted")).isEmpty();
  }

  @Test
  void aBatchInThreeSteps() throws IOException {
    scene.insert(900_001, 900_002);
    JsonNode planned = done("plan", options(), null);
    assertThat(planned.get("splits").intValue()).isEqualTo(1);
    ObjectNode split = MAPPER.createObjectNode().put("split", 0);
    split.set("plan", planned.get("plan"));
    JsonNode result = done("write", options(), split);
    assertThat(result.get("rows").intValue()).isEqualTo(2);
    ObjectNode all = MAPPER.createObjectNode();
    all.set("plan", planned.get("plan"));
    all.set("results", MAPPER.createArrayNode().add(result));
    assertThat(done("commit", options(), all).get("outcome").textValue()).isEqualTo("committed");
    assertThat(scene.rows("flights")).hasSize(2);
    assertThat(done("plan", options(), null).at("/report/outcome").textValue()).isEqualTo("idle");
    all.set("results", MAPPER.createArrayNode());
    assertThat(call("commit", options(), all).get("state").textValue()).isNotEqualTo("running");
  }

  @Test
  void aGroupWithAMemberThatFails() throws IOException {
    scene.insert(900_001);
    ObjectNode arguments = MAPPER.createObjectNode().put("name", "pair");
    arguments
        .putArray("members")
        .add(table("one"))
        .add(table("two").put("capture_instance", "dbo_nothing"));
    JsonNode report = done("ingest_group", source().put("group_connections", 2), arguments);
    assertThat(report.at("/members/0/outcome").textValue()).isEqualTo("committed");
    assertThat(report.at("/members/1/error/code").textValue())
        .isEqualTo("CAPTURE_INSTANCE_NOT_FOUND");
  }

  @Test
  void lossIsToldWithItsValues() throws IOException {
    scene.insert(900_001);
    done("ingest", options(), null);
    scene.insert(900_002);
    scene.idle(Duration.ofMinutes(10));
    // Cleanup takes the first of the entries that have its watermark's commit time (documented).
    scene.lab.clock().advance(Duration.ofSeconds(1));
    scene.insert(900_003);
    Lsn watermark = scene.newest().lsn();
    scene.cleanUp(watermark);
    JsonNode failed = call("ingest", options(), null);
    assertThat(failed.at("/error/code").textValue()).isEqualTo("DATA_LOSS");
    assertThat(failed.at("/error/details/capture_instance").textValue())
        .isEqualTo(FlightsLab.INSTANCE);
    assertThat(failed.at("/error/details/min_lsn").textValue()).isEqualTo(watermark.toString());
    assertThat(failed.toString()).doesNotContain(scene.lab.readerPassword());
  }

  @Test
  void aCallInTheMiddleOfItsBatchesIsCancelledWithinTwoSeconds() throws IOException {
    scene.insert(900_001);
    scene.insert(900_002);
    scene.faults.add(Fault.on("c.[__$seqval]", new Effect.Blackhole()).skipping(1));
    String request =
        Protocol.request("ingest_all", options().put("max_rows_per_batch", 1).toString(), null)
            .replace("\"wait_seconds\":30", "\"wait_seconds\":0.1");
    JsonNode running = Protocol.verified("ingest_all", request, client.call(request));
    String id = running.get("id").textValue();
    while (running.at("/progress/batches").intValue() == 0 || scene.faults.firedCount() == 0) {
      running = Protocol.verified(client.call(about("poll", id)));
      assertThat(running.get("state").textValue()).isEqualTo("running");
    }

    long before = System.nanoTime();
    Protocol.verified(client.call(about("cancel", id)));
    JsonNode ended = Protocol.verified(client.call(waiting(about("poll", id))));
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    assertThat(ended.at("/error/code").textValue()).isEqualTo("CANCELLED");
    assertThat(ended.at("/batches/0/batch_id").intValue()).isZero();
    assertThat(scene.rows("flights")).hasSize(1);
    assertThat(done("ingest_all", options(), null).get("batches")).hasSize(1);
  }

  private static String waiting(String request) {
    return request.replace("}", ",\"wait_seconds\":20}");
  }

  private static String about(String call, String id) {
    return MAPPER
        .createObjectNode()
        .put("strandline", "request")
        .put("format", 1)
        .put("call", call)
        .put("id", id)
        .toString();
  }
}
