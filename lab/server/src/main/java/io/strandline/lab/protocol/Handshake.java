package io.strandline.lab.protocol;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.faults.RequestFaults;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.Client;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlSession;
import io.strandline.lab.tls.TlsIdentity;
import io.strandline.lab.wire.ProtocolException;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A connection's way to a session: PRELOGIN, TLS if the client wants it, LOGIN7. */
final class Handshake {

  /** What both sides use until the login reply is sent. */
  static final int FIRST_PACKET_SIZE = 4_096;

  private static final int MIN_PACKET = 512;
  private static final int MAX_PACKET = 32_767;
  private static final int MAX_LOGIN_BYTES = 128 * 1_024;

  private final Transport transport;
  private final int number;
  private final SqlEngine engine;
  private final TdsServerConfig config;
  private final AttentionGate gate;
  private final Runnable kill;
  private final LinkShaper shaper;

  Handshake(
      Transport transport,
      int number,
      SqlEngine engine,
      TdsServerConfig config,
      AttentionGate gate,
      Runnable kill) {
    this.gate = gate;
    this.kill = kill;
    this.shaper = new LinkShaper(config.faults().link(), gate);
    this.number = number;
    this.transport = transport;
    this.engine = engine;
    this.config = config;
  }

  /**
   * A logged-in client.
   *
   * @param client who it is
   * @param packets for the replies, with the agreed packet size
   */
  record LoggedIn(SqlSession session, Client client, PacketWriter packets, Tokens tokens) {}

  /** Logs the client in; {@code null} if it was refused and told so. */
  @Nullable LoggedIn perform() throws IOException {
    Client unknown = Client.unknown(number);
    transport.readTimeout(Math.toIntExact(config.loginTimeout().toMillis()));
    reach(FaultPoint.Kind.ACCEPT, unknown);
    preLogin(unknown);
    Message message = new PacketReader(transport.in()).read(MAX_LOGIN_BYTES);
    if (message.type() != Message.LOGIN7) {
      throw new ProtocolException("message type " + message.type() + " instead of LOGIN7");
    }
    Login7 login = Login7.read(message.body());
    if (login.tdsVersion() < Login7.OLDEST_VERSION) {
      throw new ProtocolException("TDS version " + Integer.toHexString(login.tdsVersion()));
    }
    // Before there is a session, which a failing call would leave open.
    transport.readTimeout(0);
    return logIn(login);
  }

  private void preLogin(Client unknown) throws IOException {
    Message message = new PacketReader(transport.in()).read(FIRST_PACKET_SIZE);
    if (message.type() != Message.PRELOGIN) {
      throw new ProtocolException("message type " + message.type() + " instead of PRELOGIN");
    }
    PreLogin asked = PreLogin.read(message.body());
    reach(FaultPoint.Kind.PRELOGIN, unknown);
    TlsIdentity tls = config.tls();
    boolean encrypt = tls != null && asked.wantsEncryption();
    PacketWriter packets = writer(0);
    asked.reply(
        packets.body(),
        config.version(),
        encrypt ? PreLogin.ENCRYPT_ON : PreLogin.ENCRYPT_NOT_SUPPORTED);
    packets.end();
    if (tls != null && encrypt) {
      reach(FaultPoint.Kind.TLS_HANDSHAKE, unknown);
      transport.encrypt(tls.serverContext());
    }
  }

  private PacketWriter writer(int spid) {
    return new PacketWriter(transport.out(), shaper, spid, FIRST_PACKET_SIZE);
  }

  /** Lets the faults of a point before the first statement happen. */
  private void reach(FaultPoint.Kind point, Client client) throws IOException {
    Checkpoints points = new Checkpoints(RequestFaults.NONE, writer(0), gate, kill);
    for (Effect effect : config.faults().match(client).at(point)) {
      if (effect instanceof Effect.Blackhole) {
        // This thread is the one that learns of the connection's end, by reading on.
        transport.readTimeout(0);
        transport.in().transferTo(OutputStream.nullOutputStream());
        throw new CancelledException("the connection was silent until it was closed");
      }
      points.perform(effect);
    }
  }

  private @Nullable LoggedIn logIn(Login7 login) throws IOException {
    SqlSession session;
    try {
      SqlEngine.Login asked = login.login();
      reach(FaultPoint.Kind.LOGIN, new Client(number, 0, asked.user(), asked.application()));
      if (login.integrated()) {
        throw Refusals.untrustedLogin();
      }
      session = engine.login(login.login());
    } catch (SqlException refused) {
      refuse(refused.sqlMessage());
      return null;
    } catch (CancelledException ended) {
      throw ended;
    } catch (RuntimeException defect) {
      refuse(Refusals.assertion(defect));
      throw defect;
    }
    PacketWriter packets = writer(session.id());
    Tokens tokens = new Tokens(packets.body(), config.serverName());
    int packetSize = packetSize(login.packetSize());
    welcome(tokens, login, session.database(), packetSize);
    packets.end();
    packets.packetSize(packetSize);
    SqlEngine.Login who = login.login();
    Client client = new Client(number, session.id(), who.user(), who.application());
    return new LoggedIn(session, client, packets, tokens);
  }

  private static int packetSize(int asked) {
    return asked == 0 ? FIRST_PACKET_SIZE : Math.max(MIN_PACKET, Math.min(MAX_PACKET, asked));
  }

  private void welcome(Tokens tokens, Login7 login, String database, int packetSize) {
    tokens.textChange(Tokens.ENV_DATABASE, database, "master");
    tokens.info(new SqlMessage(5701, 0, 2, "Changed database context to '" + database + "'.", 1));
    tokens.collationChange();
    tokens.textChange(Tokens.ENV_LANGUAGE, "us_english", "");
    tokens.info(new SqlMessage(5703, 0, 1, "Changed language setting to us_english.", 1));
    tokens.loginAck(login.spokenVersion(), config.version());
    tokens.textChange(
        Tokens.ENV_PACKET_SIZE, Integer.toString(packetSize), Integer.toString(FIRST_PACKET_SIZE));
    tokens.done(Tokens.DONE, 0, 0, 0);
  }

  private void refuse(SqlMessage message) {
    PacketWriter packets = writer(0);
    Tokens tokens = new Tokens(packets.body(), config.serverName());
    tokens.error(message);
    tokens.done(Tokens.DONE, Tokens.STATUS_ERROR, 0, 0);
    packets.end();
  }
}
