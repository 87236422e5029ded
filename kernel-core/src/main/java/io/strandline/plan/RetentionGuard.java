package io.strandline.plan;

import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.DataLossException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.Option;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what cleanup, or the end of a capture instance, has taken of a range.
 *
 * <p>Cleanup moves the watermark before it deletes (documented), so a watermark at or below the
 * range's first LSN, read after the rows, proves that all of them were there.
 */
public final class RetentionGuard {

  private static final String PURGED = "purged by CDC cleanup before it was read";
  private static final String PURGED_NOW =
      PURGED + ", or the instance was disabled and enabled again just now";

  private RetentionGuard() {}

  /**
   * What of a range can be read.
   *
   * @param pieces what is there, in LSN order
   * @param gaps what is gone, in LSN order
   */
  public record Readable(List<Piece> pieces, List<Gap> gaps) {

    public Readable {
      pieces = List.copyOf(pieces);
      gaps = List.copyOf(gaps);
    }
  }

  /**
   * Holds pieces against the watermarks of their instances.
   *
   * @param known what the stream has seen of the source; empty for a new stream
   * @throws CaptureInstanceNotFoundException if a watermark is unknown
   */
  public static Readable readable(
      List<Piece> pieces, SourcePoll poll, Optional<SourceIdentity> known) {
    List<Piece> there = new ArrayList<>();
    List<Gap> gaps = new ArrayList<>();
    for (Piece piece : pieces) {
      InstanceView view = poll.instance(piece.captureInstance()).orElseThrow();
      Lsn min = view.minLsn().orElseThrow(() -> unknown(piece.captureInstance()));
      if (!piece.range().first().isBefore(min)) {
        there.add(piece);
        continue;
      }
      Lsn end = piece.range().end();
      boolean some = min.previous().isBefore(end);
      Lsn to = some ? min : end.next();
      Optional<LocalDateTime> toLocal = localAt(to, poll);
      String cause = cause(view, piece.range().first(), poll, known);
      addGap(gaps, new Gap(view.name(), piece.range().first(), to, toLocal, cause));
      if (some) {
        there.add(new Piece(piece.captureInstance(), new LsnRange(min.previous(), end)));
      }
    }
    return new Readable(there, gaps);
  }

  /** The commit time of a watermark, whichever instance's it is. */
  private static Optional<LocalDateTime> localAt(Lsn lsn, SourcePoll poll) {
    return poll.instances().stream()
        .filter(view -> view.minLsn().equals(Optional.of(lsn)))
        .flatMap(view -> view.watermarkLocal().stream())
        .findFirst();
  }

  private static void addGap(List<Gap> gaps, Gap gap) {
    if (!gaps.isEmpty() && gaps.get(gaps.size() - 1).to().equals(gap.from())) {
      Gap before = gaps.remove(gaps.size() - 1);
      gaps.add(
          new Gap(
              before.captureInstance(), before.from(), gap.to(), gap.toLocal(), before.cause()));
    } else {
      gaps.add(gap);
    }
  }

  private static String cause(
      InstanceView view, Lsn from, SourcePoll poll, Optional<SourceIdentity> known) {
    Optional<InstanceIdentity> before = known.flatMap(k -> k.instance(view.name()));
    if (before.isPresent() && !before.get().created().equals(view.instance().created())) {
      return "the instance was disabled and enabled again (created at "
          + before.get().created()
          + ", now "
          + view.instance().created()
          + ", server-local), and nothing was captured in between";
    }
    List<String> gone =
        known.stream()
            .flatMap(k -> k.instances().stream())
            .map(InstanceIdentity::name)
            .filter(name -> poll.instance(name).isEmpty())
            .toList();
    boolean oldest = poll.instances().get(0).name().equals(view.name());
    if (!gone.isEmpty() && oldest) {
      return PURGED
          + ", or held by capture instance "
          + String.join(", ", gone)
          + ", which was disabled before the stream had read its changes";
    }
    boolean begins = Pieces.start(view, known).filter(from::isBefore).isPresent();
    return begins && oldest ? unheld(view) : PURGED;
  }

  /** Of what is from before an instance was first seen: cleanup's, or never in it. */
  private static String unheld(InstanceView view) {
    String begins =
        "from before the instance was enabled (created at "
            + view.instance().created()
            + ", server-local), so it held none of it: the table was made again, or an earlier"
            + " instance was disabled";
    boolean still =
        view.watermarkLocal().filter(at -> InstanceOrder.isEnableOf(view, at)).isPresent();
    return still ? begins : PURGED + ", or " + begins;
  }

  /**
   * Refuses gaps.
   *
   * @throws DataLossException naming the first, if there is one
   */
  public static void refuse(List<Gap> gaps) {
    if (!gaps.isEmpty()) {
      Gap gap = gaps.get(0);
      throw loss(gap.captureInstance(), gap.from(), gap.to(), gap.cause());
    }
  }

  /**
   * Passes if the instance still held all of the range when {@code minLsn} was read.
   *
   * @param minLsn the instance's watermark; empty for unknown, which never passes
   * @throws DataLossException if the watermark is above the range's first LSN
   * @throws CaptureInstanceNotFoundException if the watermark is unknown
   */
  public static void verify(String captureInstance, LsnRange range, Optional<Lsn> minLsn) {
    Lsn min = minLsn.orElseThrow(() -> unknown(captureInstance));
    if (range.first().isBefore(min)) {
      throw loss(captureInstance, range.first(), min, PURGED_NOW);
    }
  }

  private static DataLossException loss(String instance, Lsn from, Lsn to, String cause) {
    return new DataLossException(
        instance
            + ": change data from "
            + from
            + " is gone (min_lsn is now "
            + to
            + "): "
            + cause
            + ". Nothing was committed",
        "set "
            + Option.FAIL_ON_DATA_LOSS.javaName()
            + "=false to skip ahead, which loses these changes and is recorded as a gap; or start a"
            + " new table (another target) from the rows of now ("
            + Option.BOOTSTRAP.javaName()
            + "=true). Lengthen the CDC retention or call more often so that it does not happen"
            + " again",
        Map.of(
            "capture_instance",
            instance,
            "lost_from_lsn",
            from.toString(),
            "min_lsn",
            to.toString()));
  }

  private static CaptureInstanceNotFoundException unknown(String captureInstance) {
    return new CaptureInstanceNotFoundException(
        captureInstance
            + ": the server no longer tells which changes it holds (min_lsn is zero or NULL), so"
            + " the instance was disabled or this login lost its access to it",
        "check with sys.sp_cdc_help_change_data_capture that the instance is there and that the"
            + " login may SELECT the captured columns, then call again");
  }
}
