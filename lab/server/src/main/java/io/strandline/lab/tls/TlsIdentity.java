package io.strandline.lab.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.InstantSource;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's key and certificate for localhost, and the authority that signed it.
 *
 * <p>Keys are EC P-256 and live in memory only; the authority's private key is thrown away. The
 * server certificate has CN=localhost and the alternative names localhost, 127.0.0.1 and ::1. Valid
 * from a day before to a year after its making. Immutable and thread-safe.
 */
public final class TlsIdentity {

  private static final String AUTHORITY_NAME = "Strandline lab authority";
  private static final char[] MEMORY_PASSWORD = "in memory only".toCharArray();

  private final X509Certificate authority;
  private final X509Certificate server;
  private final SSLContext context;

  private TlsIdentity(X509Certificate authority, X509Certificate server, SSLContext context) {
    this.authority = authority;
    this.server = server;
    this.context = context;
  }

  /**
   * Makes a new identity.
   *
   * @throws IllegalStateException if the JDK lacks EC keys or TLS
   */
  public static TlsIdentity create(InstantSource clock) {
    try {
      SecureRandom random = new SecureRandom();
      KeyPair authorityKey = newKey(random);
      KeyPair serverKey = newKey(random);
      X509Certificate authority =
          new CertificateTemplate(AUTHORITY_NAME, AUTHORITY_NAME, true)
              .sign(authorityKey.getPublic(), authorityKey, clock.instant(), random);
      X509Certificate server =
          new CertificateTemplate("localhost", AUTHORITY_NAME, false)
              .sign(serverKey.getPublic(), authorityKey, clock.instant(), random);
      return new TlsIdentity(authority, server, context(serverKey, server, authority));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot make an EC certificate: " + e, e);
    }
  }

  /** Serves this identity; the caller restricts protocols on its sockets. */
  public SSLContext serverContext() {
    return context;
  }

  /** The authority's certificate, what a client has to trust. */
  public X509Certificate authority() {
    return authority;
  }

  /** The server's certificate. */
  public X509Certificate server() {
    return server;
  }

  /** The authority's certificate as PEM. */
  public String authorityPem() {
    return pem(authority);
  }

  /** The server's certificate as PEM. */
  public String serverPem() {
    return pem(server);
  }

  /**
   * Writes a trust store that holds the authority.
   *
   * @param type {@code PKCS12} or {@code JKS}
   */
  public void writeTrustStore(Path file, String type, char[] password) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance(type);
      store.load(null, null);
      store.setCertificateEntry("strandline-lab", authority);
      store.store(out, password);
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot write a " + type + " trust store to " + file + ": " + e, e);
    }
  }

  private static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  private static SSLContext context(KeyPair key, X509Certificate server, X509Certificate authority)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server", key.getPrivate(), MEMORY_PASSWORD, new X509Certificate[] {server, authority});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, MEMORY_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private static String pem(X509Certificate certificate) {
    try {
      Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
      return "-----BEGIN CERTIFICATE-----\n"
          + encoder.encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("certificate without an encoding", e);
    }
  }
}
