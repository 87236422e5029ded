package io.strandline.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lsn.Lsn;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FrontierTest {

  private static final Optional<MappedCommit> MAX = at("2026-05-04T08:00:00");
  private static final ServerClock CLOCK = clock("2026-05-04T08:01:00Z", "UTC");

  private static Optional<MappedCommit> at(String local) {
    return Optional.of(
        new MappedCommit(Lsn.parse("0x0000002A000001F40003"), LocalDateTime.parse(local)));
  }

  private static ServerClock clock(String utc, String zone) {
    return new ServerClock(Instant.parse(utc), ZoneOffset.UTC, Optional.of(ZoneId.of(zone)));
  }

  private static boolean isSeen(Frontier frontier) {
    return frontier.isOf(
        new SourcePoll(
            MAX,
            CLOCK,
            Optional.empty(),
            "sales",
            Optional.of("A"),
            false,
            MAX,
            Optional.empty(),
            List.of(),
            List.of()));
  }

  @Test
  void onlyTheTimeMayDiffer() {
    Optional<String> guid = Optional.of("A");
    ServerClock later = clock("2026-05-04T09:00:00Z", "UTC");
    assertThat(isSeen(new Frontier(MAX, later, "sales", guid, false))).isTrue();
    assertThat(isSeen(new Frontier(at("2026-05-04T07:59:00"), later, "sales", guid, false)))
        .as("the same LSN of another history")
        .isFalse();
    assertThat(isSeen(new Frontier(Optional.empty(), later, "sales", guid, false))).isFalse();
    assertThat(isSeen(new Frontier(MAX, later, "other", guid, false))).isFalse();
    assertThat(isSeen(new Frontier(MAX, later, "sales", Optional.of("B"), false))).isFalse();
    assertThat(isSeen(new Frontier(MAX, later, "sales", guid, true))).isFalse();
    ServerClock moved = clock("2026-05-04T08:01:00Z", "America/New_York");
    assertThat(isSeen(new Frontier(MAX, moved, "sales", guid, false))).isFalse();
  }
}
