package io.strandline.plan;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CaptureInstance;
import io.strandline.lsn.Lsn;
import io.strandline.port.InstanceView;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two instances of a table whose creation is in local time. */
class InstanceOrderTest {

  /** Of the first instance, in the hour that is repeated. */
  private static final LocalDateTime FIRST = LocalDateTime.parse("2013-10-27T02:40:00");

  /** Of the second, half an hour later, in that hour's second pass. */
  private static final LocalDateTime SECOND = LocalDateTime.parse("2013-10-27T02:10:00");

  private static final InstanceView OLDER = view("v1", FIRST, 100, FIRST);
  private static final InstanceView NEWER = view("v2", SECOND, 200, SECOND.plusSeconds(2));

  private static InstanceView view(String name, LocalDateTime created, long min, LocalDateTime at) {
    Optional<Lsn> start = Optional.of(lsn(min));
    return new InstanceView(
        new CaptureInstance(name, "dbo", "orders", 7, start, created, List.of()),
        start,
        Optional.of(at),
        List.of());
  }

  /** As the source lists them: by creation. */
  private static List<String> ordered(SourceIdentity known, InstanceView... views) {
    Instant now = Instant.parse("2013-10-27T02:00:00Z");
    SourcePoll poll =
        new SourcePoll(
            Optional.empty(),
            new ServerClock(now, ZoneOffset.UTC, Optional.empty()),
            Optional.empty(),
            "sales",
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(views),
            List.of());
    return InstanceOrder.of(poll, Optional.of(known)).instances().stream()
        .map(InstanceView::name)
        .toList();
  }

  private static SourceIdentity known(InstanceIdentity... seen) {
    return new SourceIdentity(Optional.empty(), "sales", Optional.empty(), 7, List.of(seen));
  }

  @Test
  void anInstanceEnabledInTheSecondPassOfAnHourIsTheNewer() {
    assertThat(ordered(known(new InstanceIdentity("v1", FIRST, lsn(100))), NEWER, OLDER))
        .containsExactly("v1", "v2");
  }

  @Test
  void whatTheStreamHasSeenKeepsItsOrderWhereverCleanupIs() {
    InstanceView cleaned = view("v2", SECOND, 300, SECOND.plusDays(1));

    assertThat(
            ordered(
                known(
                    new InstanceIdentity("v1", FIRST, lsn(100)),
                    new InstanceIdentity("v2", SECOND, lsn(200))),
                cleaned,
                OLDER))
        .containsExactly("v1", "v2");
  }

  @Test
  void anInstanceThatAppearsIsTheNewerWhereverCleanupIs() {
    InstanceView cleaned = view("v2", SECOND, 300, SECOND.plusHours(1));

    assertThat(ordered(known(new InstanceIdentity("v1", FIRST, lsn(100))), cleaned, OLDER))
        .containsExactly("v1", "v2");
  }

  @Test
  void anOlderInstanceThatWasHiddenStaysTheOlder() {
    LocalDateTime later = FIRST.plusHours(25);
    InstanceIdentity seen = new InstanceIdentity("v2", later, lsn(200));
    InstanceView second = view("v2", later, 200, later);

    assertThat(ordered(known(seen), view("v1", FIRST, 300, later.plusDays(1)), second))
        .containsExactly("v1", "v2");
    InstanceView reachingBack = view("v1", later.minusHours(1), 199, later);
    assertThat(ordered(known(seen), reachingBack, second)).containsExactly("v1", "v2");
  }

  @Test
  void whereAStreamBeginsStartsThatAreStillTheirEnablesTellTheNewer() {
    InstanceView cleaned = view("v2", SECOND, 200, SECOND.plusDays(1));
    InstanceView olderCleaned = view("v1", FIRST, 150, FIRST.plusDays(1));

    assertThat(ordered(known(), NEWER, OLDER)).containsExactly("v1", "v2");
    assertThat(ordered(known(), OLDER, NEWER)).containsExactly("v1", "v2");
    assertThat(ordered(known(), cleaned, OLDER)).containsExactly("v2", "v1");
    assertThat(ordered(known(), NEWER, olderCleaned)).containsExactly("v2", "v1");
    assertThat(ordered(known(), OLDER)).containsExactly("v1");
  }

  @Test
  void oneThatCleanupPassedSoonAfterItsEnableIsNoNewer() {
    InstanceView older = view("v1", FIRST, 300, FIRST.plusSeconds(5));
    InstanceView newer = view("v2", FIRST.plusSeconds(1), 200, FIRST.plusSeconds(1));

    assertThat(ordered(known(), older, newer)).containsExactly("v1", "v2");
  }

  @Test
  void anInstanceWhoseEnableIsNotCapturedIsTheNewer() {
    InstanceView waiting =
        new InstanceView(
            new CaptureInstance("v2", "dbo", "orders", 7, Optional.empty(), SECOND, List.of()),
            Optional.empty(),
            Optional.empty(),
            List.of());

    assertThat(ordered(known(), waiting, OLDER)).containsExactly("v1", "v2");
    assertThat(ordered(known(new InstanceIdentity("v1", FIRST, lsn(100))), waiting, OLDER))
        .containsExactly("v1", "v2");
  }
}
