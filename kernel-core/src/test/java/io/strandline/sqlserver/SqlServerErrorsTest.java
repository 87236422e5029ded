package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlServerErrorsTest {

  private static final Context READ =
      new Context("db1:1433/sales", Optional.of("rea]der"), "dbo_orders", true);
  private static final Context POLL =
      new Context("db1:1433/sales", Optional.of("reader"), "dbo_orders", false);

  @ParameterizedTest
  @CsvSource({
    "18456,S0001,AUTHENTICATION_FAILED",
    "4060,S0001,DATABASE_NOT_FOUND",
    "229,S0005,PERMISSION_DENIED",
    "208,S0002,CAPTURE_INSTANCE_NOT_FOUND",
    "207,S0001,SCHEMA_CHANGED",
    "1205,40001,SOURCE_UNAVAILABLE",
    "0,08S01,SOURCE_UNAVAILABLE",
    "0,HYT00,SOURCE_UNAVAILABLE",
    "0,HY008,CANCELLED",
    "22901,S0001,CAPTURE_INSTANCE_NOT_FOUND",
    "102,S0001,INTERNAL"
  })
  void hasACodeForEveryFailure(int number, String state, ErrorCode code) {
    StrandlineException error = translate(number, state, READ);

    assertThat(error.code()).isEqualTo(code);
    assertThat(error.getMessage()).isNotBlank();
    assertThat(error.remedy()).isNotBlank();
  }

  private static StrandlineException translate(int number, String state, Context context) {
    return SqlServerErrors.translate(new SQLException("text", state, number), context);
  }

  @Test
  void namesTheGrant() {
    assertThat(translate(229, "S0005", READ).remedy())
        .isEqualTo("GRANT SELECT ON cdc.[dbo_orders_CT] TO [rea]]der];");
  }

  @Test
  void saysThatCaptureIsNotEnabled() {
    assertThat(translate(208, "S0002", POLL))
        .hasMessageContaining("change data capture is not enabled")
        .hasMessageContaining("db1:1433/sales");
  }

  @Test
  void offersTwoProperFixesForACertificate() {
    SQLException error = new SQLException("x", "08S01", 0, new CertificateException("PKIX"));

    StrandlineException translated = SqlServerErrors.translate(error, POLL);

    assertThat(translated.code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
    assertThat(translated.remedy())
        .contains("authority", "trustStore")
        .doesNotContain("trustServerCertificate", "encrypt=false");
  }
}
