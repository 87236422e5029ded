package io.strandline.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CaptureInstance;
import io.strandline.doctor.Finding.Status;
import io.strandline.explain.Answer;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Lsns;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.InstanceView;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources in Berlin at 10:00 of their own time, each with one thing that a person is told of. */
final class ExaminationTest {

  private static final Instant NOW = Instant.parse("2026-05-04T08:00:00Z");
  private static final LocalDateTime LOCAL = LocalDateTime.parse("2026-05-04T10:00:00");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Lsn LSN = Lsns.lsn(0x100);

  private String url = "jdbc:sqlserver://db:1433;databaseName=sales";
  private LocalDateTime watermark = LOCAL.minusDays(3);
  private Optional<ZoneId> zone = Optional.of(BERLIN);
  private Instant reader = NOW;

  private Finding finding(Check check) {
    CaptureInstance instance =
        new CaptureInstance("dbo_orders", "dbo", "orders", 100, Optional.of(LSN), LOCAL, List.of());
    SourcePoll poll =
        new SourcePoll(
            Optional.of(new MappedCommit(LSN, LOCAL)),
            new ServerClock(NOW, ZoneOffset.ofHours(2), zone),
            Optional.of("db"),
            "sales",
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(
                new InstanceView(instance, Optional.of(LSN), Optional.of(watermark), List.of())),
            List.of());
    StreamOptions options =
        StreamOptions.of(
            new OptionValues()
                .set(Option.CAPTURE_INSTANCE, "dbo_orders")
                .set(Option.TARGET, "/warehouse/orders"));
    List<Finding> found =
        new Examination(
                url,
                options,
                new Answer.Given<>(poll),
                new Answer.NotAsked<>(),
                new Answer.NotAsked<>(),
                new Answer.NotAsked<>(),
                reader)
            .findings().stream().filter(each -> each.check() == check).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "'', OK, ''",
    ";encrypt=true, OK, ''",
    ";trustServerCertificate=true, WARNING, remove trustServerCertificate=true",
    ";TRUSTSERVERCERTIFICATE = True, WARNING, remove trustServerCertificate=true",
    ";encrypt=false, WARNING, remove encrypt=false",
    ";encrypt=no;trustServerCertificate=true, WARNING, remove encrypt=false"
  })
  void encryption(String more, Status status, String fix) {
    url += more;

    Finding told = finding(Check.ENCRYPTION);

    assertThat(told.status()).isEqualTo(status);
    assertThat(told.fix()).contains(fix);
    assertThat(told.fix().isEmpty()).isEqualTo(status == Status.OK);
  }

  @ParameterizedTest
  @CsvSource({"PT24H, OK, 1 d", "PT23H59M, WARNING, 23 h", "PT3H, WARNING, 3 h"})
  void retention(Duration kept, Status status, String what) {
    watermark = LOCAL.minus(kept);

    Finding told = finding(Check.RETENTION);

    assertThat(told.status()).isEqualTo(status);
    assertThat(told.what()).contains("dbo_orders holds the changes of the last " + what);
    assertThat(told.fix().contains("sys.sp_cdc_change_job")).isEqualTo(status == Status.WARNING);
  }

  @Test
  void aZoneThatIsKnownAndTheServersOwn() {
    assertThat(finding(Check.TIME_ZONE).status()).isEqualTo(Status.OK);
    assertThat(finding(Check.TIME_ZONE).what()).contains("Europe/Berlin");
  }

  @Test
  void aServerThatCannotNameItsZone() {
    zone = Optional.empty();

    Finding told = finding(Check.TIME_ZONE);

    assertThat(told.status()).isEqualTo(Status.PROBLEM);
    assertThat(told.what()).contains("cannot name its time zone");
    assertThat(told.fix()).contains("sourceTimeZone");
  }

  @Test
  void aZoneThatIsNotTheServers() {
    zone = Optional.of(ZoneId.of("America/New_York"));

    Finding told = finding(Check.TIME_ZONE);

    assertThat(told.status()).isEqualTo(Status.PROBLEM);
    assertThat(told.what())
        .contains("America/New_York is at -04:00", "the server's clock is at +02");
    assertThat(told.fix()).contains("sourceTimeZone");
  }

  @ParameterizedTest
  @CsvSource({"PT0S, OK", "PT-2H, PROBLEM", "PT2H, OK"})
  void clock(Duration readerAhead, Status status) {
    reader = NOW.plus(readerAhead);

    Finding told = finding(Check.CLOCK);

    assertThat(told.status()).isEqualTo(status);
    assertThat(told.what()).contains("the server's clock says 2026-05-04T08:00:00Z");
    if (status == Status.PROBLEM) {
      assertThat(told.what()).startsWith("CLOCK_AHEAD").contains("2026-05-04T06:00:00Z");
      assertThat(told.fix()).contains("correct the clock", "maxClockDisagreement");
    }
  }
}
