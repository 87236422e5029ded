package io.strandline.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.doctor.Finding.Status;
import io.strandline.port.ServerClock;
import io.strandline.port.ServerView;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that the command line's tests have no stand-in for. */
class ServerChecksTest {

  private static final int DEVELOPER = 3;
  private static final LocalDateTime NOW = LocalDateTime.parse("2026-05-04T10:00:00");
  private static final ServerClock CLOCK =
      new ServerClock(
          Instant.parse("2026-05-04T08:00:00Z"), ZoneOffset.ofHours(2), Optional.empty());

  private static ServerChecks server(
      String version, int edition, Optional<Boolean> agent, List<Integer> secondsAgo) {
    List<LocalDateTime> entries = new ArrayList<>();
    secondsAgo.forEach(seconds -> entries.add(NOW.minusSeconds(seconds)));
    return new ServerChecks(
        new ServerView(
            version,
            "Some Edition",
            edition,
            true,
            agent,
            Optional.of(List.of("cleanup")),
            Optional.empty(),
            Optional.of(entries),
            Optional.empty(),
            Optional.empty()),
        "database 'sales'");
  }

  @ParameterizedTest
  @CsvSource({
    "16.0.4225.2, 3, OK",
    "13.0.6300.2, 2, OK",
    "12.0.5000.0, 3, WARNING",
    "12.0.2000.8, 5, OK",
    "12.0.2000.8, 8, OK",
    "16.0.4225.2, 4, PROBLEM"
  })
  void versionsAndEditions(String version, int edition, Status status) {
    Finding finding = server(version, edition, Optional.empty(), List.of()).version();

    assertThat(finding.status()).isEqualTo(status);
    assertThat(finding.what()).contains("Some Edition, version " + version);
  }

  @Test
  void theAgent() {
    Finding stopped = server("16.0", DEVELOPER, Optional.of(false), List.of()).agent();
    assertThat(stopped.status()).isEqualTo(Status.PROBLEM);
    assertThat(stopped.fix()).contains("start the service SQL Server Agent");
    assertThat(server("12.0", 5, Optional.empty(), List.of()).agent().status())
        .isEqualTo(Status.OK);
    assertThat(server("12.0", 5, Optional.empty(), List.of()).missingJob()).isEmpty();
    assertThat(server("16.0", DEVELOPER, Optional.empty(), List.of()).missingJob()).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "10 20 30 40, OK",
    "10 70 80, OK",
    "10 71 80, WARNING",
    "61 70 80, WARNING",
    "10 20, UNKNOWN",
    "10 20 1801, UNKNOWN"
  })
  void entriesTellOfAHeartbeat(String secondsAgo, Status status) {
    List<Integer> seconds = List.of(secondsAgo.split(" ")).stream().map(Integer::valueOf).toList();

    Finding finding = server("16.0", DEVELOPER, Optional.empty(), seconds).heartbeat(CLOCK);

    assertThat(finding.status()).as(finding.what()).isEqualTo(status);
  }
}
