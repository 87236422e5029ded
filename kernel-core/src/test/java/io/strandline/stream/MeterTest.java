package io.strandline.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.report.RowsRead;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a listener hears as the clock goes on, or back. */
final class MeterTest {

  @Test
  void measuresByTheClockAndNeverBelowZero() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-04T10:00:00Z"));
    List<RowsRead> heard = new ArrayList<>();
    Meter meter = new Meter(now::get, OptionalLong.of(8), heard::add);

    now.set(Instant.parse("2026-05-04T10:00:06Z"));
    meter.read(2);
    now.set(Instant.parse("2026-05-04T09:00:00Z"));
    meter.read(4);

    assertThat(heard)
        .containsExactly(
            new RowsRead(2, OptionalLong.of(8), Duration.ofSeconds(6)),
            new RowsRead(4, OptionalLong.of(8), Duration.ZERO));
    assertThat(heard.get(0).remaining()).contains(Duration.ofSeconds(18));
    assertThat(heard.get(1).remaining()).isEmpty();
  }
}
