package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.tls.TlsIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, with and without trust in the server's certificate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTest {

  @TempDir Path directory;

  private final TlsIdentity identity = TlsIdentity.create(InstantSource.system());
  private Lab lab;

  @BeforeAll
  void open() {
    ScriptedEngine engine = new ScriptedEngine().on("echo", Echo::parameters);
    lab = new Lab(engine, TdsServerConfig.defaults().withTls(identity));
  }

  @AfterAll
  void close() {
    lab.close();
  }

  private void checkEcho(String url) throws Exception {
    byte[] large = new byte[300_000];
    new Random(9).nextBytes(large);
    try (Connection connection = Lab.open(url)) {
      assertThat(Echo.bytes(connection, large)).isEqualTo(large);
      assertThat(Echo.bytes(connection, new byte[] {1})).containsExactly(1);
    }
  }

  @Test
  void aClientThatTrustsAnyCertificate() throws Exception {
    checkEcho(lab.url("encrypt=true;trustServerCertificate=true"));
  }

  @Test
  void theLargestPacketsThatTheDriverTakesWithTls() throws Exception {
    checkEcho(lab.url("encrypt=true;trustServerCertificate=true;packetSize=16384"));
  }

  @Test
  void aClientThatTrustsTheAuthority() throws Exception {
    for (String type : new String[] {"PKCS12", "JKS"}) {
      Path store = directory.resolve("trust." + type);
      identity.writeTrustStore(store, type, "changeit".toCharArray());
      checkEcho(
          lab.url(
              "encrypt=true;trustServerCertificate=false;trustStore="
                  + store
                  + ";trustStorePassword=changeit;trustStoreType="
                  + type));
    }
  }

  @Test
  void theAddressIsACertifiedNameToo() throws Exception {
    Path store = directory.resolve("address.p12");
    identity.writeTrustStore(store, "PKCS12", "changeit".toCharArray());
    String trust =
        ";databaseName=sales;connectRetryCount=0;encrypt=true;trustServerCertificate=false"
            + ";trustStoreType=PKCS12;trustStorePassword=changeit;trustStore="
            + store;
    checkEcho("jdbc:sqlserver://127.0.0.1:" + lab.server.port() + trust);
  }

  @Test
  void theDriverFindsTheTypeOfTheTrustStore() throws Exception {
    Path store = directory.resolve("untyped");
    identity.writeTrustStore(store, "PKCS12", "changeit".toCharArray());
    checkEcho(
        lab.url(
            "encrypt=true;trustServerCertificate=false;trustStorePassword=changeit;trustStore="
                + store));
  }

  @Test
  void theDriverReadsAPemFileOnlyWithStrictEncryption() throws Exception {
    Path pem = directory.resolve("server.pem");
    Files.writeString(pem, identity.serverPem());
    assertThatThrownBy(
            () -> lab.connect("encrypt=true;trustServerCertificate=false;serverCertificate=" + pem))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("PKIX path building failed");
  }

  @Test
  void aRefusedLoginIsToldUnderEncryption() {
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    lab.url("encrypt=true;trustServerCertificate=true"), "reader", "wrong"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(18456);
  }

  @Test
  void aClientWithoutTrustRefuses() {
    assertThatThrownBy(() -> lab.connect("encrypt=true;trustServerCertificate=false"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("SSL");
  }

  @Test
  void aClientThatTrustsAnotherAuthorityRefuses() throws Exception {
    Path store = directory.resolve("other.p12");
    TlsIdentity.create(InstantSource.system())
        .writeTrustStore(store, "PKCS12", "changeit".toCharArray());
    assertThatThrownBy(
            () ->
                lab.connect(
                    "encrypt=true;trustServerCertificate=false;trustStoreType=PKCS12"
                        + ";trustStorePassword=changeit;trustStore="
                        + store))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("SSL");
  }

  @Test
  void aClientWithoutEncryptionIsServedInClear() throws Exception {
    checkEcho(lab.url("encrypt=false"));
  }

  @Test
  void aServerWithoutAnIdentityRefusesEncryption() {
    try (Lab clear = Lab.plain(new ScriptedEngine())) {
      assertThatThrownBy(() -> clear.connect("encrypt=true;trustServerCertificate=true"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("SSL");
    }
  }
}
