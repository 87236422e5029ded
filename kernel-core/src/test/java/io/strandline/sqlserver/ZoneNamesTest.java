package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ZoneNamesTest {

  @Test
  void resolvesEveryWindowsNameInThisRuntime() {
    assertThat(ZoneNames.windows()).hasSizeGreaterThan(130);
    assertThat(ZoneNames.windows().keySet())
        .allSatisfy(name -> assertThat(ZoneNames.find(name)).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "E. South America Standard Time,America/Sao_Paulo",
    "Eastern Standard Time,America/New_York",
    "W. Europe Standard Time,Europe/Berlin",
    "Nepal Standard Time,Asia/Katmandu",
    "eastern standard time,America/New_York",
    "America/Sao_Paulo,America/Sao_Paulo",
    "Asia/Kathmandu,Asia/Kathmandu",
    "UTC,UTC",
    "UTC-03:00,UTC-03:00"
  })
  void findsAZoneByEitherName(String name, String zone) {
    assertThat(ZoneNames.find(name)).contains(ZoneId.of(zone.equals("UTC") ? "Etc/UTC" : zone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Atlantis Standard Time", "America/Atlantis", "Sao Paulo"})
  void knowsNoOther(String name) {
    assertThat(ZoneNames.find(name)).isEmpty();
  }
}
