package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway on its socket. */
class GatewayTest {

  private static final int CALLS = 20_000;
  private static final int KINDS = 4;
  private static final int CLOSED_PORT = 1;

  @TempDir static Path folder;
  private static Warehouse warehouse;

  private final Gateway gateway = Gateway.open("1");

  @BeforeAll
  static void publish() {
    warehouse = Warehouse.in(folder);
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  private PlainClient admitted() throws IOException {
    return PlainClient.admitted(gateway.port(), gateway.token());
  }

  /** What Py4J's clients send for imports, classes, methods, fields, objects and help. */
  private static List<String> reachingForClasses() {
    return List.of(
        "r\nu\njava.lang.Runtime\nrj\ne\n",
        "r\nm\njava.lang.Runtime\ngetRuntime\ne\n",
        "j\ni\nrj\nsjava.util.*\ne\n",
        "i\njava.io.File\ns/etc/passwd\ne\n",
        "c\nz:java.lang.Runtime\ngetRuntime\ne\n",
        "c\nt\ncall\ns{}\ne\n",
        "c\nt\ngetClass\ne\n",
        "f\ng\nt\nparts\ne\n",
        "d\nf\nt\ne\n",
        "h\no\nt\nn\nsp\ne\n",
        "m\nd\nt\ne\n",
        "s\n",
        "x\nz\n",
        "q\n");
  }

  @Test
  void b53WithoutTheTokenNothingIsReachableAndTheGatewayGoesOn() throws IOException {
    for (String command : reachingForClasses()) {
      try (PlainClient stranger = new PlainClient(gateway.port())) {
        assertRefused(answer(stranger, command));
      }
    }
    try (PlainClient client = admitted()) {
      assertThat(client.call(warehouse.verdict())).contains("2013-01-01T14:00:00Z");
    }
  }

  @Test
  void b53AWrongTokenIsRefusedAndNothingAfterIt() throws IOException {
    String right = gateway.token();
    List<String> wrong =
        List.of(
            "",
            "null",
            right.substring(1),
            right + "x",
            (right.charAt(0) == 'a' ? 'b' : 'a') + right.substring(1),
            right.toUpperCase(Locale.ROOT) + "\r");
    for (String token : wrong) {
      try (PlainClient stranger = new PlainClient(gateway.port())) {
        String both = "A\n" + token + "\n" + "c\nt\ncall\ns{}\ne\n";
        assertRefused(answer(stranger, both));
        assertRefused(answer(stranger, "c\nt\ncall\ns{}\ne\n"));
      }
    }
    try (PlainClient client = admitted()) {
      assertThat(client.call(warehouse.verdict())).contains("2013-01-01T14:00:00Z");
    }
  }

  /** The answer to a stranger; null if the connection was closed. */
  private static String answer(PlainClient stranger, String lines) {
    try {
      return stranger.send(lines);
    } catch (IOException e) {
      return null;
    }
  }

  private static void assertRefused(String answer) {
    if (answer != null) {
      assertThat(answer).doesNotStartWith("!y").doesNotContain("root:");
    }
  }

  @Test
  void withTheTokenClassesAreReachableAsTheGuideSays() throws IOException {
    try (PlainClient client = admitted()) {
      assertThat(client.send("c\nz:java.lang.System\nlineSeparator\ne\n")).startsWith("!ys");
    }
  }

  @Test
  void b56TwentyThousandCallsLeaveNothingBehind() throws IOException {
    try (PlainClient client = admitted()) {
      warmUp(client);
      int bindings = gateway.bindings();
      long before = usedHeap();
      String request = Protocol.request("version", null, null);
      for (int i = 0; i < CALLS; i++) {
        if (i % 100 == 0) {
          askOne(client, i / 100 % KINDS);
        } else {
          assertThat(client.call(request)).contains("\"done\"");
        }
      }
      assertThat(gateway.bindings()).isEqualTo(bindings);
      // A kilobyte a call that stayed would be 20 MB.
      assertThat(usedHeap() - before).isLessThan(8_000_000);
    }
  }

  private static void warmUp(PlainClient client) throws IOException {
    for (int i = 0; i < 500; i++) {
      client.call(Protocol.request("version", null, null));
      if (i % 10 == 0) {
        askOne(client, i / 10 % KINDS);
      }
    }
  }

  /** Calls that open tables or a source. */
  private static void askOne(PlainClient client, int kind) throws IOException {
    String control = "{\"control\":\"" + warehouse.control() + "\"";
    String period =
        ",\"table\":\"orders\",\"from\":\"2013-01-01T13:00Z\",\"until\":\"2013-01-01T14:00Z\"}";
    switch (kind) {
      case 0 -> assertThat(client.call(warehouse.verdict())).contains("\"2013-01-01T14:00:00Z\"");
      case 1 ->
          assertThat(client.call(Protocol.request("is_final", null, control + period)))
              .contains("\"final\"");
      case 2 ->
          assertThat(client.call(Protocol.request("status", null, control + "}")))
              .contains("\"orders\"");
      default ->
          assertThat(client.call(warehouse.ingest(CLOSED_PORT, "secret")))
              .contains("SOURCE_UNAVAILABLE");
    }
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime heap = Runtime.getRuntime();
      least = Math.min(least, heap.totalMemory() - heap.freeMemory());
    }
    return least;
  }

  @Test
  void b57EightThreadsShareAGateway() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (PlainClient slow = admitted();
        SilentServer server = new SilentServer()) {
      String hangs = warehouse.ingest(server.port(), "secret").replace("\"wait_seconds\":30,", "");
      JsonNode running = Protocol.verified("ingest", hangs, slow.call(hangs));
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String end = "2013-01-01T%02d:00Z".formatted(11 + i);
        all.add(threads.submit(() -> ask(end)));
      }
      for (int i = 0; i < 8; i++) {
        assertThat(all.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(i <= 3 ? 25 : 0);
      }
      assertThat(running.get("state").textValue()).isEqualTo("running");
    } finally {
      threads.shutdownNow();
    }
  }

  /** How often a period's end was final, asked 25 times over a connection of its own. */
  private Integer ask(String end) throws IOException {
    String request =
        Protocol.request(
            "is_final",
            null,
            "{\"table\":\"orders\",\"control\":\""
                + warehouse.control()
                + "\",\"from\":\"2013-01-01T10:00Z\",\"until\":\""
                + end
                + "\"}");
    int finals = 0;
    try (PlainClient client = admitted()) {
      for (int i = 0; i < 25; i++) {
        JsonNode result = Protocol.json(client.call(request)).get("result");
        assertThat(result.get("until").textValue()).startsWith(end.substring(0, 16));
        finals += result.get("status").textValue().equals("final") ? 1 : 0;
      }
    }
    return finals;
  }

  @Test
  void aClientThatBreaksOffDisturbsNoOther() throws IOException {
    try (PlainClient client = admitted()) {
      try (PlainClient broken = admitted()) {
        assertThat(broken.call(warehouse.verdict())).contains("done");
      }
      try (PlainClient half = new PlainClient(gateway.port())) {
        assertThat(half).isNotNull();
      }
      assertThat(client.call(warehouse.verdict())).contains("done");
    }
  }

  @Test
  void everyGatewayHasItsOwnToken() {
    try (Gateway other = Gateway.open("1")) {
      assertThat(other.token()).isNotEqualTo(gateway.token()).matches("[A-Za-z0-9_-]{43}");
      assertThat(other.port()).isNotEqualTo(gateway.port());
    }
  }
}
