package io.strandline.plan;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CaptureInstance;
import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PiecesTest {

  private static final LocalDateTime CREATED = LocalDateTime.parse("2026-05-04T10:00:00");
  private static final LsnRange RANGE = new LsnRange(lsn(100), lsn(200));

  @Test
  void piecesTileTheRangeAndNeverOverlap() {
    Property.check(
        draw -> {
          LsnRange range = range(draw);
          List<InstanceView> views = List.of(view("v1", draw), view("v2", draw));
          List<Piece> pieces = Pieces.cut(range, views, Optional.empty());

          Lsn at = range.start();
          for (Piece piece : pieces) {
            assertThat(piece.range().start()).isEqualTo(at);
            at = piece.range().end();
          }
          assertThat(at).isEqualTo(range.end());
          assertThat(pieces).extracting(Piece::captureInstance).doesNotHaveDuplicates().isSorted();
        });
  }

  @Test
  void eachLsnIsInTheNewestInstanceThatHasBegun() {
    Property.check(
        draw -> {
          LsnRange range = range(draw);
          InstanceView newer = view("v2", draw);
          Lsn asked = lsn(draw.between(1L, 60L));
          List<Piece> pieces =
              Pieces.cut(range, List.of(view("v1", draw), newer), Optional.empty());

          Optional<String> holder =
              pieces.stream()
                  .filter(piece -> piece.range().contains(asked))
                  .map(Piece::captureInstance)
                  .findFirst();
          boolean begun = !asked.isBefore(newer.minLsn().orElseThrow());
          assertThat(holder)
              .isEqualTo(
                  range.contains(asked) ? Optional.of(begun ? "v2" : "v1") : Optional.empty());
        });
  }

  @Test
  void b08OfTwoInstancesWithOneStartTheNewestIsRead() {
    assertThat(Pieces.cut(RANGE, List.of(view("v1", 101), view("v2", 101)), Optional.empty()))
        .containsExactly(new Piece("v2", RANGE));
  }

  @Test
  void theStartThatWasSeenFirstStaysWhereCleanupMovesTheWatermark() {
    SourceIdentity known =
        new SourceIdentity(
            Optional.empty(),
            "sales",
            Optional.empty(),
            7,
            List.of(new InstanceIdentity("v2", CREATED, lsn(150))));

    assertThat(Pieces.cut(RANGE, List.of(view("v1", 90), view("v2", 170)), Optional.of(known)))
        .containsExactly(
            new Piece("v1", new LsnRange(lsn(100), lsn(149))),
            new Piece("v2", new LsnRange(lsn(149), lsn(200))));
  }

  private static LsnRange range(Draw draw) {
    long start = draw.between(1L, 50L);
    return new LsnRange(lsn(start), lsn(draw.between(start + 1, 60L)));
  }

  private static InstanceView view(String name, Draw draw) {
    return view(name, draw.between(1L, 60L));
  }

  private static InstanceView view(String name, long min) {
    CaptureInstance instance =
        new CaptureInstance(name, "dbo", "orders", 7, Optional.of(lsn(min)), CREATED, List.of());
    return new InstanceView(instance, Optional.of(lsn(min)), Optional.of(CREATED), List.of());
  }
}
