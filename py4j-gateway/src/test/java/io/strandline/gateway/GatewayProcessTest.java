package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.gateway.GatewayProcess.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the gateway's process begins and ends, and what can be seen of it. */
class GatewayProcessTest {

  private static final String PASSWORD = "hunter2-Åse";
  private static final String SHUTDOWN =
      "{\"strandline\":\"request\",\"format\":1,\"call\":\"shutdown\"}";

  @TempDir static Path folder;
  private static Warehouse warehouse;

  @BeforeAll
  static void publish() {
    warehouse = Warehouse.in(folder);
  }

  @Test
  void b53b54SecretsAreNowhereToBeSeenAndNoiseDoesNoHarm() throws Exception {
    Way noisy =
        Way.USUAL
            .java("-Xlog:startuptime:stdout", "-Xlog:gc:stdout")
            .environment(Map.of("JAVA_TOOL_OPTIONS", "-Dnoise=true"));
    String token;
    try (GatewayProcess gateway = GatewayProcess.start(folder, noisy);
        SilentServer server = new SilentServer()) {
      JsonNode connection = gateway.connection();
      token = connection.get("token").textValue();
      assertThat(Protocol.faults("connection", connection)).isEmpty();
      assertThat(connection.get("pid").longValue()).isEqualTo(gateway.process().pid());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(gateway.file())))
          .isEqualTo("rw-------");
      try (PlainClient client = gateway.client()) {
        String hangs =
            warehouse.ingest(server.port(), PASSWORD).replace("\"wait_seconds\":30,", "");
        client.call(hangs);
        assertThat(server.heard()).isTrue();
        assertThat(client.call("{\"password\":\"" + PASSWORD + "\"}")).doesNotContain(PASSWORD);
        assertThat(seen(gateway.process(), "cmdline")).doesNotContain(token, PASSWORD);
        assertThat(seen(gateway.process(), "environ")).doesNotContain(token, PASSWORD);
        // A client that gets the protocol wrong sends its request as a command.
        client.send(hangs + "\n");
      }
      try (PlainClient stranger = new PlainClient(connection.get("port").intValue())) {
        stranger.send("A\n" + token + token + "\n");
      }
      gateway.process().getOutputStream().close();
      assertThat(gateway.exitCodeWithin(5_000)).isZero();
      assertThat(gateway.output())
          .contains("noise=true", "Authentication")
          .doesNotContain(token, "hunter2");
    }
  }

  private static String seen(Process process, String what) throws IOException {
    return Files.readString(Path.of("/proc/" + process.pid() + "/" + what));
  }

  @Test
  void b51TheGatewayEndsWhenItsParentsPipeCloses() throws Exception {
    try (GatewayProcess gateway = GatewayProcess.start(folder)) {
      try (PlainClient client = gateway.client()) {
        assertThat(client.call(warehouse.verdict())).contains("done");
        gateway.process().getOutputStream().close();
        assertThat(gateway.exitCodeWithin(5_000)).isZero();
        assertThat(gateway.file()).doesNotExist();
      }
    }
  }

  @Test
  void b51TheGatewayEndsWhenItsParentIsKilled() throws Exception {
    Path pid = folder.resolve("pid");
    Path file = folder.resolve("connection-of-child.json");
    List<String> command = GatewayProcess.java(Way.USUAL);
    command.addAll(
        List.of("-cp", Way.USUAL.classPath(), ParentMain.class.getName(), pid.toString()));
    command.addAll(GatewayProcess.command(file, Way.USUAL));
    Process parent = new ProcessBuilder(command).inheritIO().start();
    try {
      awaitFile(parent, file);
      ProcessHandle child = ProcessHandle.of(Long.parseLong(Files.readString(pid))).orElseThrow();
      assertThat(child.isAlive()).isTrue();
      parent.destroyForcibly();
      child.onExit().get(5, TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
  }

  private static void awaitFile(Process process, Path file) throws InterruptedException {
    for (int look = 0; look < 12_000 && !Files.exists(file); look++) {
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("the parent ended").isFalse();
    }
    assertThat(file).exists();
  }

  @Test
  void b51ASignalEndsTheGatewayAndWhatItRuns() throws Exception {
    try (GatewayProcess gateway = GatewayProcess.start(folder, Way.USUAL.with("--shared"));
        SilentServer server = new SilentServer();
        PlainClient client = gateway.client()) {
      client.call(warehouse.ingest(server.port(), PASSWORD).replace("\"wait_seconds\":30,", ""));
      assertThat(server.heard()).isTrue();
      gateway.process().destroy();
      // 128 and the number of SIGTERM
      assertThat(gateway.exitCodeWithin(5_000)).isEqualTo(143);
      assertThat(gateway.file()).doesNotExist();
    }
  }

  @Test
  void aSharedGatewayOutlivesItsInputAndIsEndedByAnyClient() throws Exception {
    try (GatewayProcess gateway = GatewayProcess.start(folder, Way.USUAL.with("--shared"))) {
      gateway.process().getOutputStream().close();
      try (PlainClient one = gateway.client();
          PlainClient other = gateway.client()) {
        assertThat(gateway.endsWithin(1_500)).isFalse();
        assertThat(one.call(warehouse.verdict())).contains("done");
        Protocol.verified("shutdown", SHUTDOWN, other.call(SHUTDOWN));
        assertThat(gateway.exitCodeWithin(5_000)).isZero();
        assertThat(gateway.file()).doesNotExist();
      }
    }
  }

  @Test
  void anIdleGatewayEndsInItsTime() throws Exception {
    Way idle = Way.USUAL.with("--idle-timeout-seconds", "2");
    try (GatewayProcess gateway = GatewayProcess.start(folder, idle);
        PlainClient client = gateway.client()) {
      assertThat(client.call(warehouse.verdict())).contains("done");
      assertThat(gateway.exitCodeWithin(10_000)).isZero();
    }
  }

  @Test
  void py4jsOwnShutdownEndsTheProcess() throws Exception {
    try (GatewayProcess gateway = GatewayProcess.start(folder);
        PlainClient client = gateway.client()) {
      client.send("s\n");
      assertThat(gateway.exitCodeWithin(5_000)).isZero();
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsSaid() {
    try (GatewayProcess gateway =
        GatewayProcess.start(
            folder, Way.USUAL.with("--connection-file", folder + "/nowhere/file.json"))) {
      assertThat(gateway.exitCodeWithin(30_000)).isEqualTo(1);
      assertThat(gateway.output()).contains("/nowhere/file.json", "what to do");
    }
  }

  @Test
  void b52EightGatewaysAtOnceEachListenOnOnePortOfLoopback() throws Exception {
    List<GatewayProcess> gateways = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        gateways.add(GatewayProcess.start(folder));
      }
      List<Integer> ports = new ArrayList<>();
      for (GatewayProcess gateway : gateways) {
        try (PlainClient client = gateway.client()) {
          assertThat(client.call(warehouse.verdict())).contains("2013-01-01T14:00:00Z");
        }
        int port = gateway.connection().get("port").intValue();
        ports.add(port);
        assertThat(Listening.of(gateway.process())).containsExactly("127.0.0.1:" + port);
      }
      assertThat(ports).doesNotHaveDuplicates();
    } finally {
      gateways.forEach(GatewayProcess::close);
    }
  }
}
