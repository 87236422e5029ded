package io.strandline.gateway;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Does once what a gateway's client does first, and ends: run with {@code
 * -XX:ArchiveClassesAtExit}, it leaves an archive of the classes with which gateways start faster.
 *
 * <p>It writes a table of its own in a temporary folder, asks a gateway of its own about it, and
 * looks for a server where none is.
 */
public final class Rehearsal {

  private static final Instant THEN = Instant.parse("2013-01-01T14:00:00Z");
  private static final int CLOSED_PORT = 1;

  private final Path folder;

  private Rehearsal(Path folder) {
    this.folder = folder;
  }

  /** Rehearses and exits; with 0 if the gateway answered. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("strandline-rehearsal");
    boolean answered;
    try {
      answered = new Rehearsal(folder).play();
    } finally {
      delete(folder);
    }
    System.exit(answered ? 0 : 1);
  }

  private boolean play() throws IOException {
    publish();
    try (Gateway gateway = Gateway.open(InstantSource.system(), GatewayMain.version());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      send(socket, "A\n" + gateway.token() + "\n");
      boolean admitted = answers.readLine() != null;
      String about = "\"arguments\":{\"table\":\"orders\",\"control\":\"" + control() + "\"}";
      boolean done = ask(socket, answers, "verdict", about).contains("finalized_until");
      ask(socket, answers, "status", "\"arguments\":{\"control\":\"" + control() + "\"}");
      ask(
          socket,
          answers,
          "ingest",
          "\"options\":{\"url\":\"jdbc:sqlserver://127.0.0.1:"
              + CLOSED_PORT
              + "\",\"source_retries\":0,\"capture_instance\":\"orders\",\"target\":\""
              + folder.resolve("orders")
              + "\"}");
      return admitted && done;
    }
  }

  private static String ask(Socket socket, BufferedReader answers, String call, String more)
      throws IOException {
    String request =
        "{\"strandline\":\"request\",\"format\":1,\"call\":\""
            + call
            + "\",\"wait_seconds\":60,"
            + more
            + "}";
    send(socket, "c\nt\ncall\ns" + request + "\ne\n");
    return String.valueOf(answers.readLine());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private String control() {
    return folder.resolve("control").toString();
  }

  private void publish() {
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.fixed(THEN))) {
      ControlTable control =
          store.control(new TableLocations("", "", control(), folder.toString()));
      control.createIfAbsent();
      control.publish(
          new ControlRow(
              "orders",
              "id",
              "orders",
              Optional.of(THEN),
              Granularity.HOUR,
              THEN,
              new Offset(Lsn.parse("0x00000000000000000001"), THEN)));
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
