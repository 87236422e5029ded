package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.tls.TlsIdentity;
import io.strandline.lab.wire.ValueEncoder;
import io.strandline.lab.wire.WireWriter;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand damaged conversations: each harms its own connection only. */
@Timeout(180)
class BrokenBytesTest {

  private static final long SEED = 20_130_101L;
  private static final int CONVERSATIONS = 1_000;

  @Test
  void damagedPacketsHarmNobodyElse() throws Exception {
    ScriptedEngine engine = new ScriptedEngine().on("echo", Echo::parameters);
    Random random = new Random(SEED);
    TdsServerConfig config =
        TdsServerConfig.defaults().withTls(TlsIdentity.create(InstantSource.system()));
    try (Lab lab = new Lab(engine, config)) {
      try (Connection bystander = lab.connect()) {
        for (int i = 0; i < CONVERSATIONS; i++) {
          converse(lab, random);
          if (i % 100 == 0) {
            assertThat(bystander.isValid(5)).isTrue();
          }
        }
        assertThat(Echo.bytes(bystander, new byte[] {1, 2})).containsExactly(1, 2);
      }
      try (Connection fresh = lab.connect("encrypt=true;trustServerCertificate=true")) {
        assertThat(Echo.bytes(fresh, new byte[] {3})).containsExactly(3);
      }
      for (int i = 0; i < 1_000 && lab.server.connectionCount() > 0; i++) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
      assertThat(lab.server.connectionCount()).isZero();
      assertThat(connectionThreads()).isEmpty();
      for (ScriptedEngine.Session session : engine.sessions) {
        assertThat(session.awaitClosed()).isTrue();
      }
    }
    assertThat(engine.sessions.size()).as("some got through the login").isGreaterThan(100);
    assertThat(engine.requests.size()).as("some reached the engine").isGreaterThan(50);
  }

  static List<String> connectionThreads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (name.startsWith("lab-tds-reader") || name.startsWith("lab-tds-executor")) {
        names.add(name);
      }
    }
    return names;
  }

  private static void converse(Lab lab, Random random) throws Exception {
    List<byte[]> messages = conversation();
    int damaged = random.nextInt(messages.size());
    messages.set(damaged, damage(messages.get(damaged), random));
    try (RawClient client = new RawClient(lab.server.port())) {
      client.socket.setSoTimeout(10);
      for (byte[] message : messages) {
        client.send(message);
        try {
          client.readMessage();
        } catch (SocketTimeoutException waiting) {
          // The server waits for more, or takes the damage for a valid message without a reply.
          continue;
        }
      }
    } catch (IOException closed) {
      // What most damage leads to.
      return;
    }
  }

  private static List<byte[]> conversation() {
    List<byte[]> messages = new ArrayList<>();
    messages.add(RawClient.packet(Message.PRELOGIN, 1, RawClient.preLogin()));
    messages.add(RawClient.packet(Message.LOGIN7, 1, RawClient.login()));
    messages.add(RawClient.packet(Message.SQL_BATCH, 1, RawClient.batch("select 1")));
    messages.add(RawClient.packet(Message.RPC, 1, RawClient.withHeaders(call())));
    messages.add(
        RawClient.packet(Message.TRANSACTION, 1, RawClient.withHeaders(new byte[] {5, 0, 2, 0})));
    return messages;
  }

  /** An sp_executesql of all types. */
  private static byte[] call() {
    WireWriter out = new WireWriter();
    out.u16(0xFFFF);
    out.u16(10);
    out.u16(0);
    List<ColumnTypesTest.Case> cases =
        ColumnTypesTest.cases()
            .filter(each -> each.type().length() >= 0 && each.type().length() < 200)
            .filter(each -> !List.of("text", "ntext", "image", "xml").contains(each.typeName()))
            .toList();
    StringBuilder declaration = new StringBuilder();
    for (int i = 0; i < cases.size(); i++) {
      declaration.append(i == 0 ? "" : ",").append("@P").append(i).append(" int");
    }
    text(out, "echo");
    text(out, declaration.toString());
    for (ColumnTypesTest.Case one : cases) {
      out.u16(0);
      TypeInfoWriter.write(out, one.type(), true, false);
      ValueEncoder.of(one.type(), true).encode(out, one.value());
    }
    return out.toByteArray();
  }

  private static void text(WireWriter out, String text) {
    io.strandline.lab.session.SqlType type =
        io.strandline.lab.session.SqlType.sized(
            io.strandline.lab.session.SqlType.Kind.NVARCHAR, 4_000);
    out.u16(0);
    TypeInfoWriter.write(out, type, true, false);
    ValueEncoder.of(type, true).encode(out, text);
  }

  private static byte[] damage(byte[] message, Random random) {
    byte[] damaged = message.clone();
    switch (random.nextInt(4)) {
      case 0 -> damaged = java.util.Arrays.copyOf(damaged, random.nextInt(damaged.length));
      case 1 -> damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      case 2 -> damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      default -> {
        int flips = 2 + random.nextInt(10);
        for (int i = 0; i < flips; i++) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
      }
    }
    return damaged;
  }
}
