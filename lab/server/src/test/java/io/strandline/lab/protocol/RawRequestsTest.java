package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.wire.WireWriter;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that other clients than the driver send, and the exact bytes of the replies. */
@Timeout(60)
class RawRequestsTest {

  private static final String DONE = "fd0000" + "0000" + "0".repeat(16);
  private static final String DONE_ERROR = "fd0200" + "0000" + "0".repeat(16);
  private static final String DONE_ATTENTION = "fd2000" + "0000" + "0".repeat(16);

  private final ScriptedEngine engine = new ScriptedEngine();
  private Lab lab;
  private RawClient client;

  @BeforeEach
  void open() throws Exception {
    lab = Lab.plain(engine);
    client = RawClient.loggedIn(lab.server.port());
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    lab.close();
  }

  private String answer(int type, int status, byte[] body) throws Exception {
    client.send(RawClient.packet(type, status, body));
    return HexFormat.of().formatHex(client.readMessage());
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Test
  void transactionManagerRequestsReachTheEngine() throws Exception {
    engine.on("Begin", (request, out, session) -> out.transactionBegan(0x1122334455667788L));
    engine.on("Commit", (request, out, session) -> out.transactionCommitted(5));
    engine.on(
        "Rollback",
        (request, out, session) -> {
          out.transactionRolledBack(6);
          out.done(StatementKind.OTHER, -1);
        });
    assertThat(answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0500 00 00"))))
        .isEqualTo("e30b00" + "08" + "08" + "8877665544332211" + "00" + DONE);
    assertThat(answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0700 00 00"))))
        .isEqualTo("e30b00" + "09" + "00" + "08" + "0500000000000000" + DONE);
    assertThat(answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0800 00 00"))))
        .isEqualTo("e30b00" + "0a" + "00" + "08" + "0600000000000000" + DONE);
    assertThat(engine.requests)
        .containsExactly(
            new SqlRequest.Begin(), new SqlRequest.Commit(), new SqlRequest.Rollback());
  }

  @Test
  void aBeginSetsItsIsolationLevelAndACommitBeginsTheNext() throws Exception {
    answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0500 05 0400 61006200")));
    answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0700 00 01 02 00")));
    assertThat(engine.requests)
        .containsExactly(
            new SqlRequest.Text("SET TRANSACTION ISOLATION LEVEL SNAPSHOT", List.of()),
            new SqlRequest.Begin(),
            new SqlRequest.Commit(),
            new SqlRequest.Text("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", List.of()),
            new SqlRequest.Begin());
  }

  @Test
  void savepointsReachTheEngineAndDistributedTransactionsAreRefused() throws Exception {
    answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0900 04 6100 5d00")));
    answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0800 04 6100 5d00 00")));
    assertThat(engine.requests)
        .containsExactly(
            new SqlRequest.Text("SAVE TRANSACTION [a]]]", List.of()),
            new SqlRequest.Text("ROLLBACK TRANSACTION [a]]]", List.of()));
    String unnamed = answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0900 00")));
    String distributed = answer(Message.TRANSACTION, 1, RawClient.withHeaders(bytes("0000 0000")));
    assertThat(unnamed).startsWith("aa").endsWith(DONE_ERROR);
    assertThat(distributed).startsWith("aa").contains("3e9e0000").endsWith(DONE_ERROR);
    assertThat(engine.requests).hasSize(2);
  }

  @Test
  void aResetComesBeforeTheRequest() throws Exception {
    String reply = answer(Message.SQL_BATCH, 0x09, RawClient.batch("select"));
    assertThat(reply).isEqualTo("e30300" + "12" + "00" + "00" + DONE);
    assertThat(engine.sessions.get(0).resets.get()).isEqualTo(1);
    String kept = answer(Message.SQL_BATCH, 0x11, RawClient.batch("select"));
    assertThat(kept).isEqualTo("e30300" + "12" + "00" + "00" + DONE);
    assertThat(engine.sessions.get(0).resets.get()).isEqualTo(1);
    assertThat(engine.sessions.get(0).keptResets.get()).isEqualTo(1);
  }

  @Test
  void anIgnoredMessageIsNotRun() throws Exception {
    client.send(RawClient.packet(Message.SQL_BATCH, 0, RawClient.batch("delete everything")));
    assertThat(answer(Message.SQL_BATCH, 0x03, new byte[0])).isEqualTo(DONE_ERROR);
    assertThat(engine.requests).isEmpty();
  }

  @Test
  void anAttentionWithoutARequestIsAcknowledged() throws Exception {
    assertThat(answer(Message.ATTENTION, 1, new byte[0])).isEqualTo(DONE_ATTENTION);
    assertThat(answer(Message.SQL_BATCH, 1, RawClient.batch("select"))).isEqualTo(DONE);
  }

  @Test
  void anAttentionEndsTheReplyAndIsAcknowledgedInItsOwnMessage() throws Exception {
    engine.on("waits", (request, out, session) -> session.await());
    client.send(RawClient.packet(Message.SQL_BATCH, 1, RawClient.batch("waits")));
    assertThat(engine.sessions.get(0).waiting.tryAcquire(10, java.util.concurrent.TimeUnit.SECONDS))
        .isTrue();
    assertThat(answer(Message.ATTENTION, 1, new byte[0])).isEqualTo(DONE_ERROR);
    assertThat(HexFormat.of().formatHex(client.readMessage())).isEqualTo(DONE_ATTENTION);
  }

  @Test
  void aBulkLoadIsRefused() throws Exception {
    assertThat(answer(Message.BULK_LOAD, 1, new byte[] {1, 2, 3}))
        .startsWith("aa")
        .contains("3e9e0000")
        .endsWith(DONE_ERROR);
  }

  @Test
  void aProcedureIsCalledByNameWithNamedAndPositionalParameters() throws Exception {
    engine.on(
        "sys.sp_thing",
        (request, out, session) -> {
          out.returnStatus(7);
          out.outputValue(new Parameter("@b", SqlType.of(Kind.INT), 258, true));
        });
    WireWriter call = new WireWriter();
    call.u16(12);
    call.utf16("sys.sp_thing", 0, 12);
    call.u16(0);
    call.bytes(bytes("00 00 26 04 04 05000000"));
    call.bytes(bytes("02 4000 6200 01 26 04 00"));
    call.bytes(bytes("02 4000 6300 02 26 04 00"));
    assertThat(answer(Message.RPC, 1, RawClient.withHeaders(call.toByteArray())))
        .isEqualTo(
            "79"
                + "07000000"
                + "ac"
                + "0100"
                + "0240006200"
                + "01"
                + "00000000"
                + "0100"
                + "2604"
                + "0402010000"
                + "fe0000"
                + "e000"
                + "0".repeat(16));
    assertThat(engine.requests)
        .containsExactly(
            new SqlRequest.Procedure(
                "sys.sp_thing",
                List.of(
                    new Parameter("", SqlType.of(Kind.INT), 5, false),
                    new Parameter("@b", SqlType.of(Kind.INT), null, true))));
  }

  @Test
  void anUnknownHandleIsAnErrorOfThatCallOnly() throws Exception {
    WireWriter calls = new WireWriter();
    calls.bytes(bytes("ffff 0c00 0000 00 00 26 04 04 63000000"));
    calls.u8(0xFF);
    calls.bytes(bytes("ffff 0a00 0000 00 00 e7 401f 0904d00034 0200 7800"));
    String reply = answer(Message.RPC, 1, RawClient.withHeaders(calls.toByteArray()));
    assertThat(reply)
        .startsWith("aa")
        .contains("f31f0000")
        .contains("fe0300" + "e000" + "0".repeat(16) + "ff0100")
        .endsWith("7900000000" + "fe0000" + "e000" + "0".repeat(16));
    assertThat(engine.requests).containsExactly(new SqlRequest.Text("x", List.of()));
  }

  @Test
  void aMessageOfAnUnknownTypeEndsTheConnection() throws Exception {
    client.send(RawClient.packet(0x55, 1, new byte[] {1}));
    assertThat(client.closedByServer()).isTrue();
    assertThat(engine.sessions.get(0).awaitClosed()).isTrue();
  }

  @Test
  void aClientThatNeverLogsInIsClosed() throws Exception {
    TdsServerConfig config =
        TdsServerConfig.defaults().withLoginTimeout(java.time.Duration.ofMillis(200));
    try (Lab impatient = new Lab(engine, config);
        RawClient silent = new RawClient(impatient.server.port())) {
      assertThat(silent.closedByServer()).isTrue();
    }
  }
}
