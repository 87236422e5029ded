package io.strandline.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged messages of the real driver: two for each {@code strandline.seeds}, on connections that
 * are logged in and on new ones. A failure names its seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PacketFuzzTest {

  private static final long CASES = 2 * Long.getLong("strandline.seeds", 500);
  private static final int PATIENCE_MILLIS = 20_000;

  private Lab lab;
  private Survival survival;
  private final List<byte[]> openings = new ArrayList<>();
  private final List<byte[]> requests = new ArrayList<>();

  @BeforeAll
  void record() throws Exception {
    lab = Lab.start(LabConfig.stepped().withKeepHistory(false));
    try (RecordingProxy proxy = new RecordingProxy(lab.port())) {
      for (String more : List.of("", ";selectMethod=cursor", ";prepareMethod=prepare")) {
        try (Connection connection = Survival.connect(lab, proxy.port())) {
          connection.setClientInfo("ApplicationName", "fuzz" + more);
          use(connection, more.contains("cursor"));
        }
      }
      for (List<byte[]> messages : proxy.connections()) {
        openings.addAll(messages.subList(0, 2));
        requests.addAll(messages.subList(2, messages.size()));
      }
    }
    requests.addAll(transactionRequests());
    survival = new Survival(lab);
  }

  @AfterAll
  void close() throws Exception {
    survival.close();
    lab.close();
  }

  private static void use(Connection connection, boolean cursor) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "IF OBJECT_ID('dbo.f') IS NULL CREATE TABLE dbo.f (id int NOT NULL PRIMARY KEY,"
              + " n nvarchar(max) NULL, d decimal(18,4) NULL, t datetime2(3) NULL)");
      statement.execute("DELETE FROM dbo.f");
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO dbo.f VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < 12; i++) {
        insert.setInt(1, i);
        insert.setString(2, i == 3 ? "x".repeat(9_000) : "é" + i);
        insert.setBigDecimal(3, new BigDecimal("12345.6789"));
        insert.setTimestamp(4, java.sql.Timestamp.valueOf("2026-01-02 03:04:05.678"));
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
    try (PreparedStatement select =
            connection.prepareStatement("SELECT id, n, d, t FROM dbo.f WHERE id > ?");
        CallableStatement call = connection.prepareCall("{call sp_tables(?)}")) {
      for (int i = 0; i < 4; i++) {
        select.setInt(1, i);
        try (ResultSet result = select.executeQuery()) {
          while (result.next()) {
            result.getString(2);
          }
        }
      }
      select.setBytes(1, new byte[] {1, 2, 3});
      if (!cursor) {
        call.setString(1, "f");
        call.execute();
      }
    }
    cancel(connection);
  }

  /** The lab's clock stands still, so that this waits until the driver's attention. */
  private static void cancel(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      statement.execute("WAITFOR DELAY '00:00:30'");
    } catch (java.sql.SQLTimeoutException expected) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  /** What the driver never sends: begin, save, roll back and commit by transaction request. */
  private static List<byte[]> transactionRequests() {
    List<byte[]> messages = new ArrayList<>();
    for (byte[] body :
        new byte[][] {{5, 0, 2, 0}, {9, 0, 2, 'a', 0}, {8, 0, 2, 'a', 0, 0}, {7, 0, 0, 0}}) {
      byte[] message = new byte[8 + 22 + body.length];
      message[0] = 0x0E;
      message[1] = 1;
      message[3] = (byte) message.length;
      message[8] = 22;
      message[12] = 18;
      message[16] = 2;
      message[26] = 1;
      System.arraycopy(body, 0, message, 30, body.length);
      messages.add(message);
    }
    return messages;
  }

  @Test
  void whateverComesIsAnsweredOrClosed() throws Exception {
    assertThat(requests).extracting(message -> message[0]).contains((byte) 1, (byte) 3, (byte) 6);
    for (long seed = 1; seed <= CASES; seed++) {
      run(seed);
      if (seed == CASES / 10) {
        survival.warm();
      }
    }
    survival.finish(CASES);
    assertThat(survival.defects()).as("defects of the engine").isEmpty();
  }

  /** Seeds that failed once. */
  @ParameterizedTest
  @ValueSource(longs = {1})
  void whatFailedOnce(long seed) throws Exception {
    run(seed);
    assertThat(survival.defects()).as("defects of the engine").isEmpty();
  }

  private void run(long seed) throws IOException {
    boolean opening = seed % 5 == 0;
    PacketMutation mutation = new PacketMutation(seed, opening ? openings : requests);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lab.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (!opening) {
        logIn(socket);
      }
      socket.getOutputStream().write(mutation.next());
      socket.getOutputStream().write(mutation.next());
      socket.shutdownOutput();
      socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
    } catch (SocketTimeoutException e) {
      throw new AssertionError("seed " + seed + ": neither answered nor closed", e);
    } catch (IOException e) {
      // A reset is a way to close.
      survival.check("seed " + seed);
    }
    survival.check("seed " + seed);
  }

  private void logIn(Socket socket) throws IOException {
    for (byte[] message : openings.subList(0, 2)) {
      socket.getOutputStream().write(message);
      readMessage(socket.getInputStream());
    }
  }

  private static void readMessage(InputStream from) throws IOException {
    DataInputStream in = new DataInputStream(from);
    int status = 0;
    while ((status & 1) == 0) {
      in.readUnsignedByte();
      status = in.readUnsignedByte();
      in.skipNBytes(in.readUnsignedShort() - 4L);
    }
  }
}
