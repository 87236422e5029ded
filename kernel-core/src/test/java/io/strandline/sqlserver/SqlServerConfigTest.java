package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlServerConfigTest {

  private static final String URL = "jdbc:sqlserver://db1:1433;databaseName=sales";
  private static final Secret PASSWORD = new Secret("p;a}}ss");

  private static SqlServerConfig config() {
    return SqlServerConfig.of(URL, "reader", PASSWORD);
  }

  @Test
  void showsNoSecret() {
    SqlServerConfig secretive =
        SqlServerConfig.of(URL + ";trustStorePassword=tspw;accessToken=tok", "reader", PASSWORD);

    assertThat(secretive.toString()).isEqualTo("SqlServerConfig[db1:1433/sales, user=reader]");
    assertThat(PASSWORD).hasToString("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:sqlserver://db1;password=hunter2",
        "jdbc:sqlserver://db1; PWD = hunter2;databaseName=sales",
        "jdbc:sqlserver://db1;databaseName={a;b;password=hunter2",
        "jdbc:postgresql://db1/sales",
        "db1"
      })
  void refusesAUrlWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> SqlServerConfig.of(url, "reader", PASSWORD))
        .isInstanceOf(InvalidOptionsException.class)
        .hasNoCause()
        .satisfies(error -> assertThat(error.getMessage()).doesNotContain("hunter2"))
        .satisfies(
            error ->
                assertThat(((InvalidOptionsException) error).remedy()).doesNotContain("hunter2"));
  }

  @Test
  void verifiesUnlessTheUrlSaysOtherwise() {
    assertThat(config().warnings()).isEmpty();
    assertThat(SqlServerConfig.of(URL + ";encrypt=false").warnings())
        .singleElement()
        .asString()
        .contains("encrypt");
    assertThat(SqlServerConfig.of(URL + ";trustServerCertificate=true").warnings())
        .singleElement()
        .asString()
        .contains("trustServerCertificate");
  }

  @Test
  void boundsThePacketByTheEncryption() {
    assertThat(config().packetSize()).isEqualTo(8_000);
    assertThat(config().withPacketSize(16_383).packetSize()).isEqualTo(16_383);
    assertThatThrownBy(() -> config().withPacketSize(16_384))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("encrypted");
    assertThat(SqlServerConfig.of(URL + ";encrypt=false").withPacketSize(32_767).packetSize())
        .isEqualTo(32_767);
    assertThatThrownBy(() -> config().withPacketSize(511))
        .isInstanceOf(InvalidOptionsException.class);
  }

  @Test
  void understandsBothKindsOfZoneNames() {
    assertThat(config().withSourceTimeZone("E. South America Standard Time").zone())
        .contains(ZoneId.of("America/Sao_Paulo"));
    assertThat(config().withSourceTimeZone("America/Sao_Paulo").zone())
        .contains(ZoneId.of("America/Sao_Paulo"));
    assertThatThrownBy(() -> config().withSourceTimeZone("Atlantis Standard Time"))
        .isInstanceOf(InvalidOptionsException.class)
        .satisfies(
            error ->
                assertThat(((InvalidOptionsException) error).remedy()).contains("sourceTimeZone"));
  }

  @Test
  void refusesTimesOutOfRange() {
    assertThatThrownBy(() -> config().withLoginTimeout(Duration.ZERO))
        .isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> config().withLoginTimeout(Duration.ofMillis(1_500)))
        .isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> config().withQueryTimeout(Duration.ofDays(2)))
        .isInstanceOf(InvalidOptionsException.class);
    assertThat(config().withQueryTimeout(Duration.ZERO).queryTimeout()).isZero();
  }

  @Test
  void refusesLimitsOutOfRange() {
    assertThatThrownBy(() -> new FetchLimits(0, 1, 1)).isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> new FetchLimits(1, 0, 1)).isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> new FetchLimits(1, 1, 65)).isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> new RetryPolicy(-1, Duration.ofSeconds(1)))
        .isInstanceOf(InvalidOptionsException.class);
    assertThatThrownBy(() -> new RetryPolicy(1, Duration.ZERO))
        .isInstanceOf(InvalidOptionsException.class);
  }

  @Test
  void tellsTheDriverWhatItNeeds() {
    Properties properties = DriverOptions.properties(config());

    assertThat(properties)
        .containsEntry("responseBuffering", "adaptive")
        .containsEntry("sendTimeAsDatetime", "false")
        .containsEntry("applicationName", "strandline")
        .containsEntry("connectRetryCount", "0")
        .containsEntry("packetSize", "8000")
        .containsEntry("loginTimeout", "15")
        .doesNotContainKeys("applicationIntent", "encrypt", "trustServerCertificate");
  }
}
