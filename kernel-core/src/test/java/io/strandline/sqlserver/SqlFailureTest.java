package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sqlserver.SqlFailure.Kind;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlFailureTest {

  @ParameterizedTest
  @CsvSource({
    "18456,28000,AUTHENTICATION",
    "18486,S0001,AUTHENTICATION",
    "18488,S0001,AUTHENTICATION",
    "4060,S0001,DATABASE",
    "911,S0001,DATABASE",
    "916,S0001,DATABASE",
    "229,S0005,PERMISSION",
    "230,S0001,PERMISSION",
    "297,S0001,PERMISSION",
    "300,S0001,PERMISSION",
    "207,S0001,MISSING_COLUMN",
    "208,S0002,MISSING_OBJECT",
    "22901,S0001,NOT_ENABLED",
    "22981,S0001,UNKNOWN_INSTANCE",
    "1205,40001,TRANSIENT",
    "1222,S0051,TRANSIENT",
    "983,S0001,TRANSIENT",
    "976,S0001,TRANSIENT",
    "40613,S0001,TRANSIENT",
    "40197,S0001,TRANSIENT",
    "0,08S01,TRANSIENT",
    "0,08003,TRANSIENT",
    "0,HYT00,TRANSIENT",
    "0,HYT01,TRANSIENT",
    "0,40001,TRANSIENT",
    "0,HY008,CANCELLED",
    "102,S0001,OTHER",
    "313,S0003,OTHER",
    "0,HY000,OTHER"
  })
  void classifiesByNumberAndState(int number, String state, Kind kind) {
    // The texts are what a server in another language would say; they must not matter.
    assertThat(SqlFailure.of(new SQLException("Não foi possível", state, number)))
        .isEqualTo(new SqlFailure(kind, number, state));
  }

  @Test
  void seesTheDriversErrorThroughAPool() {
    SQLException login = new SQLException("x", "S0001", 18456);
    SQLException pool = new SQLTransientConnectionException("timeout", "S0001", 0, login);

    assertThat(SqlFailure.of(pool).kind()).isEqualTo(Kind.AUTHENTICATION);
  }

  @Test
  void triesAnExhaustedPoolAgain() {
    assertThat(SqlFailure.of(new SQLTransientConnectionException("timeout")).kind())
        .isEqualTo(Kind.TRANSIENT);
  }

  @Test
  void tellsAnUntrustedCertificateFromABrokenHandshake() {
    SSLHandshakeException untrusted = new SSLHandshakeException("x");
    untrusted.initCause(new CertificateException("PKIX"));
    SSLHandshakeException broken = new SSLHandshakeException("closed");

    assertThat(SqlFailure.of(new SQLException("x", "08S01", 0, untrusted)).kind())
        .isEqualTo(Kind.CERTIFICATE);
    assertThat(SqlFailure.of(new SQLException("x", "08S01", 0, broken)).kind())
        .isEqualTo(Kind.TRANSIENT);
  }

  @Test
  void tellsATimeoutFromACancellation() {
    // As the driver throws it.
    SQLException timeout =
        new SQLTimeoutException("x", "HY008", 0, new SQLException("x", "HY008", 0));

    assertThat(SqlFailure.of(timeout)).isEqualTo(new SqlFailure(Kind.TRANSIENT, 0, "HY008"));
  }

  @Test
  void takesAnInterruptedWaitForACancellation() {
    SQLException interrupted = new SQLException("x", new InterruptedException());

    assertThat(SqlFailure.of(interrupted).kind()).isEqualTo(Kind.CANCELLED);
  }
}
