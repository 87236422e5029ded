package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.tls.TlsIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same bytes in other pieces: a relay between driver and server cuts them at random. */
@Timeout(60)
class SplitPacketsTest {

  @Test
  void piecesOfAnySizeAreJoined() throws Exception {
    byte[] large = new byte[60_000];
    new Random(1).nextBytes(large);
    ScriptedEngine engine = new ScriptedEngine().on("echo", Echo::parameters);
    TdsServerConfig config =
        TdsServerConfig.defaults().withTls(TlsIdentity.create(InstantSource.system()));
    try (Lab lab = new Lab(engine, config)) {
      for (String encryption :
          new String[] {"encrypt=false", "encrypt=true;trustServerCertificate=true"}) {
        for (long seed = 1; seed <= 5; seed++) {
          try (Relay relay = new Relay(lab.server.port(), seed);
              Connection connection = Lab.open(Lab.url(relay.port(), encryption))) {
            assertThat(Echo.bytes(connection, large)).isEqualTo(large);
            assertThat(Echo.bytes(connection, new byte[] {5})).containsExactly(5);
          }
        }
      }
    }
  }

  /** Relays one connection in pieces of 1 to 700 bytes. */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket listener;
    private final Thread acceptor;

    Relay(int target, long seed) throws IOException {
      listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      acceptor = new Thread(() -> relay(target, seed), "relay");
      acceptor.start();
    }

    int port() {
      return listener.getLocalPort();
    }

    private void relay(int target, long seed) {
      try (Socket client = listener.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Thread back = new Thread(() -> copy(server, client, new Random(seed + 100)), "relay-back");
        back.start();
        copy(client, server, new Random(seed));
        back.join();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static void copy(Socket from, Socket to, Random random) {
      byte[] piece = new byte[700];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        int read = in.read(piece, 0, 1 + random.nextInt(piece.length));
        while (read >= 0) {
          out.write(piece, 0, read);
          read = in.read(piece, 0, 1 + random.nextInt(piece.length));
        }
        to.shutdownOutput();
      } catch (IOException closed) {
        // One side has gone; the other is closed with the relay.
        return;
      }
    }

    @Override
    public void close() throws Exception {
      listener.close();
      acceptor.join(10_000);
    }
  }
}
