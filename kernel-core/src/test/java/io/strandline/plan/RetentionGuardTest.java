package io.strandline.plan;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.CaptureInstance;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.DataLossException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.RetentionGuard.Readable;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionGuardTest {

  private static final LocalDateTime NOON = LocalDateTime.parse("2026-05-04T12:00:00");
  private static final Piece OLDER = new Piece("v1", new LsnRange(lsn(100), lsn(149)));
  private static final Piece NEWER = new Piece("v2", new LsnRange(lsn(149), lsn(200)));

  @ParameterizedTest
  @CsvSource({"100, true", "101, true", "102, false", "200, false"})
  void b06TheWatermarkIsHeldAgainstTheFirstLsnNotRead(long min, boolean passes) {
    List<Piece> piece = List.of(new Piece("v1", new LsnRange(lsn(100), lsn(200))));

    Readable readable = readable(piece, view("v1", min));

    assertThat(readable.gaps().isEmpty()).isEqualTo(passes);
    assertThat(readable.pieces().get(0).range().start()).isEqualTo(lsn(Math.max(100, min - 1)));
  }

  @Test
  void aGapOfOneInstanceLeavesTheOther() {
    Readable readable = readable(List.of(OLDER, NEWER), view("v1", 90), view("v2", 170));

    assertThat(readable.pieces())
        .containsExactly(OLDER, new Piece("v2", new LsnRange(lsn(169), lsn(200))));
    assertThat(readable.gaps()).hasSize(1);
    assertThat(readable.gaps().get(0).from()).isEqualTo(lsn(150));
    assertThat(readable.gaps().get(0).to()).isEqualTo(lsn(170));
  }

  /** Where the older instance is gone to its end, the newer one's watermark ends the gap. */
  @Test
  void aGapThatEndsWhereTheNewerInstanceBeginsHasItsTime() {
    Readable readable = readable(List.of(OLDER, NEWER), view("v1", 160), view("v2", 150));

    assertThat(readable.pieces()).containsExactly(NEWER);
    assertThat(readable.gaps()).hasSize(1);
    assertThat(readable.gaps().get(0).to()).isEqualTo(lsn(150));
    assertThat(readable.gaps().get(0).toLocal()).contains(NOON.plusSeconds(150));
  }

  @Test
  void neighbouringGapsAreOne() {
    Readable readable = readable(List.of(OLDER, NEWER), view("v1", 180), view("v2", 180));

    assertThat(readable.gaps()).hasSize(1);
    assertThat(readable.gaps().get(0).from()).isEqualTo(lsn(101));
    assertThat(readable.gaps().get(0).to()).isEqualTo(lsn(180));
    assertThatThrownBy(() -> RetentionGuard.refuse(readable.gaps()))
        .isInstanceOf(DataLossException.class)
        .hasMessageContaining(lsn(101).toString());
  }

  /** Of a stream at 100 whose table was made again, and captured from 150 on. */
  @Test
  void whatIsFromBeforeTheEnableIsNotCleanups() {
    List<Piece> piece = List.of(new Piece("v1", new LsnRange(lsn(100), lsn(200))));
    InstanceIdentity seen = new InstanceIdentity("v1", NOON, lsn(150));
    SourceIdentity known =
        new SourceIdentity(Optional.empty(), "sales", Optional.empty(), 7, List.of(seen));
    InstanceView cleaned =
        new InstanceView(
            view("v1", 160).instance(),
            Optional.of(lsn(160)),
            Optional.of(NOON.plusHours(9)),
            List.of());

    assertThat(cause(piece, Optional.of(known), at("v1", 150, NOON.plusSeconds(30))))
        .contains("the table was made again")
        .doesNotContain("cleanup");
    assertThat(cause(piece, Optional.of(known), cleaned))
        .contains("the table was made again")
        .contains("cleanup");
    assertThat(cause(piece, Optional.empty(), at("v1", 150, NOON.plusSeconds(30))))
        .contains("the table was made again")
        .doesNotContain("cleanup");
    SourceIdentity before =
        new SourceIdentity(
            Optional.empty(),
            "sales",
            Optional.empty(),
            7,
            List.of(new InstanceIdentity("v1", NOON, lsn(90))));
    assertThat(cause(piece, Optional.of(before), cleaned))
        .contains("cleanup")
        .doesNotContain("made again");
  }

  private static String cause(
      List<Piece> pieces, Optional<SourceIdentity> known, InstanceView view) {
    return RetentionGuard.readable(pieces, poll(view), known).gaps().get(0).cause();
  }

  private static InstanceView at(String name, long min, LocalDateTime local) {
    return new InstanceView(
        view(name, min).instance(), Optional.of(lsn(min)), Optional.of(local), List.of());
  }

  @Test
  void anUnknownWatermarkIsNeverFine() {
    assertThatThrownBy(() -> RetentionGuard.verify("v1", OLDER.range(), Optional.empty()))
        .isInstanceOf(CaptureInstanceNotFoundException.class);
  }

  private static Readable readable(List<Piece> pieces, InstanceView... views) {
    return RetentionGuard.readable(pieces, poll(views), Optional.empty());
  }

  private static SourcePoll poll(InstanceView... views) {
    return new SourcePoll(
        Optional.empty(),
        new ServerClock(Instant.EPOCH, ZoneOffset.UTC, Optional.of(ZoneId.of("UTC"))),
        Optional.empty(),
        "sales",
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        List.of(views),
        List.of());
  }

  private static InstanceView view(String name, long min) {
    Optional<Lsn> lsn = Optional.of(lsn(min));
    CaptureInstance instance = new CaptureInstance(name, "dbo", "orders", 7, lsn, NOON, List.of());
    return new InstanceView(instance, lsn, Optional.of(NOON.plusSeconds(min)), List.of());
  }
}
