package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much a connection may send before it has shown the token. */
class GuardedSocketsTest {

  private static final String TOKEN = "0123456789012345678901234567890123456789012";

  private ServerSocket server;
  private Socket client;

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private InputStream accepted(Duration patience) throws IOException {
    server = new GuardedSockets(TOKEN, patience).createServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = new Socket(server.getInetAddress(), server.getLocalPort());
    return server.accept().getInputStream();
  }

  private void send(String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void withTheTokenMuchIsRead() throws IOException {
    InputStream input = accepted(Duration.ofSeconds(30));
    send("A\n" + TOKEN + "\n" + "x".repeat(100_000));
    client.shutdownOutput();
    assertThat(input.readAllBytes()).hasSize(2 + TOKEN.length() + 1 + 100_000);
  }

  @Test
  void withoutTheTokenOneKilobyteIsRead() throws IOException {
    for (String wrong : new String[] {"", "A\n" + TOKEN.replace('0', '1') + "\n", "A\n"}) {
      InputStream input = accepted(Duration.ofSeconds(30));
      send(wrong + "x".repeat(20_000));
      assertThat(input.readAllBytes()).hasSize(GuardedSockets.MOST_BYTES);
      close();
    }
  }

  @Test
  void theTokenMustComeFirst() throws IOException {
    InputStream input = accepted(Duration.ofSeconds(30));
    send("q\nA\n" + TOKEN + "\n" + "x".repeat(20_000));
    assertThat(input.readAllBytes()).hasSize(GuardedSockets.MOST_BYTES);
  }

  @Test
  void aClientThatTakesItsTimeIsNotWaitedFor() throws IOException {
    InputStream input = accepted(Duration.ofMillis(200));
    send("A");
    assertThat(input.read()).isEqualTo('A');
    assertThatThrownBy(input::read).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void aClientThatHasShownTheTokenMayBeSilent() throws IOException {
    InputStream input = accepted(Duration.ofMillis(200));
    send("A\n" + TOKEN + "\n");
    assertThat(input.readNBytes(2 + TOKEN.length() + 1)).isNotEmpty();
    Thread late =
        new Thread(
            () -> {
              try {
                // Longer than the patience with a client that has not shown it.
                Thread.sleep(400);
                send("x");
              } catch (InterruptedException | IOException e) {
                throw new IllegalStateException(e);
              }
            });
    late.start();
    assertThat(input.read()).isEqualTo('x');
  }
}
