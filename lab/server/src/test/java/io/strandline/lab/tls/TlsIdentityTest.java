package io.strandline.lab.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TlsIdentityTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final TlsIdentity identity = TlsIdentity.create(() -> NOW);

  @Test
  void theAuthoritySignedTheServersCertificate() throws Exception {
    PKIXParameters parameters =
        new PKIXParameters(Set.of(new TrustAnchor(identity.authority(), null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(NOW));
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(List.of(identity.server())),
            parameters);
    identity.authority().verify(identity.authority().getPublicKey());
  }

  @Test
  void theServersCertificateIsForLocalhost() throws Exception {
    X509Certificate server = identity.server();
    assertThat(server.getSubjectX500Principal().getName()).isEqualTo("CN=localhost");
    assertThat(server.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(
            List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
    assertThat(server.getBasicConstraints()).isEqualTo(-1);
    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(identity.authority().getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    assertThat(server.getNotBefore().toInstant()).isEqualTo("2026-02-28T12:00:00Z");
    assertThat(server.getNotAfter().toInstant()).isEqualTo("2027-03-01T12:00:00Z");
  }

  @Test
  void pemIsReadBack() throws Exception {
    X509Certificate read =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(
                    new java.io.ByteArrayInputStream(identity.authorityPem().getBytes()));
    assertThat(read).isEqualTo(identity.authority());
  }

  @Test
  void derOfLongValuesAndLargeArcs() {
    assertThat(HexFormat.of().formatHex(Der.oid(1, 2, 840, 10045, 4, 3, 2)))
        .isEqualTo("06082a8648ce3d040302");
    assertThat(HexFormat.of().formatHex(Der.octets(new byte[200]))).startsWith("0481c8");
    assertThat(HexFormat.of().formatHex(Der.octets(new byte[1_000]))).startsWith("048203e8");
    assertThat(HexFormat.of().formatHex(Der.octets(new byte[70_000]))).startsWith("0483011170");
  }
}
