package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Errors told by number, whatever the server's language. */
final class SnapshotErrorsTest {

  private static final SnapshotErrors ERRORS =
      new SnapshotErrors(
          new Context("db1:1433/sales", Optional.of("reader"), "dbo_orders", true),
          "[dbo].[orders]",
          List.of("[id]", "[item]"),
          Optional.of(Duration.ofSeconds(5)));

  private static StrandlineException of(int number) {
    return ERRORS.translate(new SQLException("Mensagem", "S0001", number));
  }

  @Test
  void eachNumberHasItsCodeAndItsRemedy() {
    assertThat(of(1222).code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
    assertThat(of(1222)).hasMessageContaining("lockTimeout=PT5S");
    assertThat(of(3952).code()).isEqualTo(ErrorCode.INVALID_OPTIONS);
    assertThat(of(3952).remedy()).contains("ALTER DATABASE");
    for (int lost : List.of(3957, 3958, 3961, 3966, 3967)) {
      assertThat(of(lost).code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
      assertThat(of(lost)).hasMessageContaining("error " + lost);
    }
    for (int denied : List.of(229, 230)) {
      assertThat(of(denied).code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(of(denied).remedy())
          .isEqualTo("GRANT SELECT ON [dbo].[orders] ([id], [item]) TO [reader];");
    }
    for (int changed : List.of(207, 208)) {
      assertThat(of(changed).code()).isEqualTo(ErrorCode.SCHEMA_CHANGED);
    }
    assertThat(of(22981).code()).isEqualTo(ErrorCode.CAPTURE_INSTANCE_NOT_FOUND);
    assertThat(of(18456).code()).isEqualTo(ErrorCode.AUTHENTICATION_FAILED);
  }
}
