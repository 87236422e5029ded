package io.strandline.lab.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An X.509 version 3 certificate to be signed with SHA256withECDSA (RFC 5280).
 *
 * @param subject the subject's common name
 * @param issuer the issuer's common name
 * @param authority whether it may sign certificates; if not, it is for a server on localhost
 */
record CertificateTemplate(String subject, String issuer, boolean authority) {

  private static final Duration BEFORE = Duration.ofDays(1);
  private static final Duration AFTER = Duration.ofDays(365);

  private static final byte[] SIGNATURE_ALGORITHM =
      Der.sequence(Der.oid(1, 2, 840, 10045, 4, 3, 2));

  private static final byte[] IPV4 = {127, 0, 0, 1};
  private static final byte[] IPV6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  X509Certificate sign(PublicKey key, KeyPair issuerKey, Instant now, SecureRandom random)
      throws GeneralSecurityException {
    byte[] body = body(key, issuerKey.getPublic(), now, new BigInteger(120, random));
    byte[] signed =
        Der.sequence(body, SIGNATURE_ALGORITHM, Der.bits(sign(body, issuerKey.getPrivate()), 0));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(signed));
  }

  private byte[] body(PublicKey key, PublicKey issuerKey, Instant now, BigInteger serial)
      throws GeneralSecurityException {
    return Der.sequence(
        Der.tagged(0xA0, Der.integer(BigInteger.TWO)),
        Der.integer(serial.setBit(120)),
        SIGNATURE_ALGORITHM,
        name(issuer),
        Der.sequence(Der.utcTime(now.minus(BEFORE)), Der.utcTime(now.plus(AFTER))),
        name(subject),
        key.getEncoded(),
        Der.tagged(0xA3, Der.sequence(extensions(key, issuerKey).toArray(byte[][]::new))));
  }

  private List<byte[]> extensions(PublicKey key, PublicKey issuerKey)
      throws GeneralSecurityException {
    byte[] subjectKey = extension(14, false, Der.octets(keyId(key)));
    byte[] authorityKey = extension(35, false, Der.sequence(Der.tagged(0x80, keyId(issuerKey))));
    if (authority) {
      return List.of(
          extension(19, true, Der.sequence(Der.bool(true))),
          // keyCertSign and cRLSign.
          extension(15, true, Der.bits(new byte[] {0x06}, 1)),
          subjectKey,
          authorityKey);
    }
    return List.of(
        extension(19, true, Der.sequence()),
        // digitalSignature.
        extension(15, true, Der.bits(new byte[] {(byte) 0x80}, 7)),
        // serverAuth.
        extension(37, false, Der.sequence(Der.oid(1, 3, 6, 1, 5, 5, 7, 3, 1))),
        extension(17, false, localNames()),
        subjectKey,
        authorityKey);
  }

  private static byte[] localNames() {
    return Der.sequence(
        Der.tagged(0x82, "localhost".getBytes(StandardCharsets.US_ASCII)),
        Der.tagged(0x87, IPV4),
        Der.tagged(0x87, IPV6));
  }

  private static byte[] extension(int number, boolean critical, byte[] value) {
    byte[] id = Der.oid(2, 5, 29, number);
    return critical
        ? Der.sequence(id, Der.bool(true), Der.octets(value))
        : Der.sequence(id, Der.octets(value));
  }

  private static byte[] name(String commonName) {
    return Der.sequence(Der.set(Der.sequence(Der.oid(2, 5, 4, 3), Der.utf8(commonName))));
  }

  private static byte[] keyId(PublicKey key) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-1").digest(key.getEncoded());
  }

  private static byte[] sign(byte[] body, PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key);
    signature.update(body);
    return signature.sign();
  }
}
