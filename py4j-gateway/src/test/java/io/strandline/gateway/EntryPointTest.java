package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is answered, without a process or a socket between. */
class EntryPointTest {

  private static final String PASSWORD = "hunter2-Åse";

  @TempDir static Path folder;
  private static Warehouse warehouse;

  private final AtomicReference<Instant> now = new AtomicReference<>(Sample.UNTIL);
  private final CountDownLatch told = new CountDownLatch(1);
  private final EntryPoint entryPoint = new EntryPoint(now::get, "1.2.3", told::countDown);

  @BeforeAll
  static void publish() {
    warehouse = Warehouse.in(folder);
  }

  @AfterEach
  void close() {
    entryPoint.close();
  }

  private JsonNode call(String call, String request) {
    return Protocol.verified(call, request, entryPoint.call(request));
  }

  private JsonNode refused(String request) {
    JsonNode answer = Protocol.verified(entryPoint.call(request));
    assertThat(answer.at("/error/code").textValue()).isEqualTo("INVALID_OPTIONS");
    assertThat(answer.at("/error/remedy").textValue()).isNotBlank();
    assertThat(answer.toString()).doesNotContain("hunter2");
    return answer;
  }

  @Test
  void theVersionIsTold() {
    JsonNode answer = call("version", Protocol.request("version", null, null));
    assertThat(answer.at("/result/version").textValue()).isEqualTo("1.2.3");
  }

  @Test
  void aVerdictIsRead() {
    JsonNode answer = call("verdict", warehouse.verdict());
    assertThat(answer.at("/result/finalized_until").textValue()).isEqualTo("2013-01-01T14:00:00Z");
    String unknown =
        Protocol.request(
            "verdict",
            null,
            "{\"table\":\"lines\",\"control\":\"" + warehouse.control() + "\",\"warehouse\":null}");
    assertThat(entryPoint.call(unknown)).contains("\"finalized_until\":null");
  }

  @ParameterizedTest
  @CsvSource({
    "2013-01-01T13:00Z, 2013-01-01T14:00Z, final",
    "2013-01-01T14:00+01:00, 2013-01-01T15:00:00+01:00, final",
    "2013-01-01T13:00Z, 2013-01-01T14:00:01Z, open",
    "2012-12-29T13:59Z, 2012-12-29T15:00Z, final_with_gap",
  })
  void finalityIsTold(String from, String until, String status) {
    assertThat(isFinal(warehouse, from, until).get("status").textValue()).isEqualTo(status);
  }

  private JsonNode isFinal(Warehouse asked, String from, String until) {
    String request =
        Protocol.request(
            "is_final",
            null,
            ("{\"table\":\"orders\",\"control\":\"" + asked.control() + "\",\"from\":\"")
                + from
                + "\",\"until\":\""
                + until
                + "\"}");
    return call("is_final", request).get("result");
  }

  @Test
  void nothingIsFinalThatTheTableDoesNotConfirm(@TempDir Path other) throws IOException {
    Warehouse lost = Warehouse.in(other);
    Files.move(other.resolve("orders"), other.resolve("elsewhere"));
    JsonNode answer = isFinal(lost, "2013-01-01T13:00Z", "2013-01-01T14:00Z");
    assertThat(answer.get("status").textValue()).isEqualTo("open");
    assertThat(answer.get("finalized_until").isNull()).isTrue();
  }

  @Test
  void statusAndExplainReadTheTables() {
    String control = "{\"control\":\"" + warehouse.control() + "\"";
    JsonNode status = call("status", Protocol.request("status", null, control + "}"));
    assertThat(status.at("/result/tables/0/table").textValue()).isEqualTo("orders");
    JsonNode explained =
        call(
            "explain",
            Protocol.request(
                "explain",
                null,
                control
                    + ",\"table\":\"orders\",\"from\":\"2013-01-01T14:00Z\","
                    + "\"until\":\"2013-01-01T15:00Z\"}"));
    assertThat(explained.at("/result/status").textValue()).isEqualTo("open");
    assertThat(explained.at("/result/sentence").textValue()).contains("orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json, hunter2",
        "[]",
        "{\"strandline\":\"request\",\"format\":1}",
        "{\"strandline\":\"plan\",\"format\":1,\"call\":\"version\"}",
        "{\"strandline\":\"request\",\"format\":2,\"call\":\"version\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"getClass\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"password\":\"hunter2\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"call\":\"hunter2\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"wait_seconds\":61}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"wait_seconds\":-1}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"wait_seconds\":\"1\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"options\":{}}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"version\",\"arguments\":{\"a\":1}}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"verdict\",\"arguments\":{}}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"ingest\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"ingest\",\"options\":[\"hunter2\"]}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"poll\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"poll\",\"id\":\"none\"}",
        "{\"strandline\":\"request\",\"format\":1,\"call\":\"cancel\",\"id\":\"none\"}",
      })
  void whatIsNotUnderstoodIsRefused(String request) {
    boolean waits = request.contains("wait_seconds");
    refused(
        waits ? request : request.replace("\"format\":1,", "\"format\":1,\"wait_seconds\":30,"));
  }

  @Test
  void whatIsTooLargeIsRefusedWithTheLimit() {
    String request = Protocol.request("verdict", null, "{\"table\":\"hunter2\"}");
    String large = request.replace("hunter2", "hunter2" + "x".repeat(20_000_000));
    JsonNode answer = refused(large);
    assertThat(answer.at("/error/message").textValue())
        .isEqualTo("the request has " + large.length() + " characters, and 20000000 are the most");
    // As the Python package says it.
    assertThat(answer.at("/error/remedy").textValue())
        .isEqualTo(
            "send less: batches of fewer rows (max_rows_per_batch), groups of fewer streams; nothing"
                + " was read or written");
    String longest = "x".repeat(20_000_000 - request.length() + "hunter2".length());
    assertThat(refused(request.replace("hunter2", longest)).at("/error/message").textValue())
        .contains("control");
  }

  @Test
  void whatIsBeyondTheReadersBoundsIsSaid() {
    String deep = "{\"a\":".repeat(1_001) + "1" + "}".repeat(1_001);
    String request = Protocol.request("verdict", null, "{\"table\":1}");
    JsonNode answer = refused(request.replace("{\"table\":1}", deep));
    assertThat(answer.at("/error/message").textValue()).contains("nested");
  }

  @Test
  void everyFaultOfTheOptionsIsNamedAndNoValueOfASecret() {
    JsonNode answer =
        refused(
            Protocol.request(
                "ingest",
                "{\"url\":\"hunter2\",\"password\":\"hunter2\",\"passwort\":\"hunter2\","
                    + "\"target\":\"/t\",\"max_rows_per_batch\":\"many\"}",
                null));
    assertThat(answer.at("/error/message").textValue())
        .contains("passwort")
        .contains("maxRowsPerBatch")
        .contains("captureInstance");
    refused(
        Protocol.request("ingest", "{\"url\":{\"password\":\"hunter2\"},\"target\":\"t\"}", null));
  }

  @Test
  void aPeriodThatEndsBeforeItBeginsIsRefused() {
    String table = "{\"table\":\"orders\",\"control\":\"" + warehouse.control() + "\",";
    refused(
        Protocol.request(
            "is_final",
            null,
            table + "\"from\":\"2013-01-01T14:00Z\",\"until\":\"2013-01-01T14:00Z\"}"));
    refused(
        Protocol.request(
            "is_final",
            null,
            table + "\"from\":\"2013-01-01T13:00\",\"until\":\"2013-01-01T14:00\"}"));
  }

  @Test
  void aSourceThatIsNotThereIsAnErrorWithoutThePassword() throws IOException {
    int closed;
    try (SilentServer server = new SilentServer()) {
      closed = server.port();
    }
    JsonNode answer = call("ingest", warehouse.ingest(closed, PASSWORD).replace("PT60S", "PT2S"));
    assertThat(answer.at("/error/code").textValue()).isEqualTo("SOURCE_UNAVAILABLE");
    assertThat(answer.at("/error/retryable").booleanValue()).isTrue();
    assertThat(answer.toString()).doesNotContain(PASSWORD);
  }

  @Test
  void aLongCallIsPolledAndCancelledWithinTwoSeconds() throws Exception {
    try (SilentServer server = new SilentServer()) {
      String request =
          warehouse.ingest(server.port(), PASSWORD).replace("\"wait_seconds\":30,", "");
      JsonNode running = call("ingest", request);
      assertThat(running.get("state").textValue()).isEqualTo("running");
      assertThat(running.at("/progress/rows").longValue()).isZero();
      assertThat(running.at("/progress/expected").isNull()).isTrue();
      assertThat(running.at("/progress/percent").isNull()).isTrue();
      assertThat(running.at("/progress/remaining_seconds").isNull()).isTrue();
      assertThat(server.heard()).isTrue();
      String id = running.get("id").textValue();
      assertThat(entryPoint.isIdleFor(Duration.ZERO)).isFalse();
      assertThat(call("poll", about("poll", id, 0)).get("state").textValue()).isEqualTo("running");

      long before = System.nanoTime();
      assertThat(call("cancel", about("cancel", id, null)).get("state").textValue())
          .isEqualTo("done");
      JsonNode ended = call("poll", about("poll", id, 10));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
      assertThat(ended.at("/error/code").textValue()).isEqualTo("CANCELLED");
      refused(about("poll", id, 0));
      assertThat(entryPoint.isIdleFor(Duration.ZERO)).isTrue();
    }
  }

  private static String about(String call, String id, Integer wait) {
    return "{\"strandline\":\"request\",\"format\":1,\"call\":\""
        + call
        + "\",\"id\":\""
        + id
        + "\""
        + (wait == null ? "" : ",\"wait_seconds\":" + wait)
        + "}";
  }

  @Test
  void closingEndsWhatRuns() throws Exception {
    try (SilentServer server = new SilentServer()) {
      String request =
          warehouse.ingest(server.port(), PASSWORD).replace("\"wait_seconds\":30,", "");
      call("ingest", request);
      assertThat(server.heard()).isTrue();
      long before = System.nanoTime();
      entryPoint.close();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
      assertThat(entryPoint.isIdleFor(Duration.ZERO)).isTrue();
      refused(Protocol.request("version", null, null));
    }
  }

  @Test
  void shutdownIsPassedOn() throws Exception {
    call("shutdown", "{\"strandline\":\"request\",\"format\":1,\"call\":\"shutdown\"}");
    assertThat(told.await(0, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void itIsIdleOnceNobodyHasAskedForAsLong() {
    entryPoint.call(Protocol.request("version", null, null));
    assertThat(entryPoint.isIdleFor(Duration.ofMinutes(5))).isFalse();
    now.set(Sample.UNTIL.plus(Duration.ofMinutes(5)));
    assertThat(entryPoint.isIdleFor(Duration.ofMinutes(5))).isTrue();
    assertThat(entryPoint.isIdleFor(Duration.ofSeconds(Long.MAX_VALUE))).isFalse();
    entryPoint.call(Protocol.request("version", null, null));
    assertThat(entryPoint.isIdleFor(Duration.ofMinutes(5))).isFalse();
  }
}
