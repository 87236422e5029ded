package io.strandline.plan;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.Piece;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a range among the capture instances of a table: from a newer instance's start on, every
 * commit is in both (documented), and is read from the newer.
 */
public final class Pieces {

  private Pieces() {}

  /**
   * The pieces of a range, in LSN order, together all of it.
   *
   * @param range not empty
   * @param views the table's instances, oldest first; not empty
   * @param known what the stream has seen of them; empty for a new stream
   */
  public static List<Piece> cut(
      LsnRange range, List<InstanceView> views, Optional<SourceIdentity> known) {
    List<Piece> pieces = new ArrayList<>();
    Lsn end = range.end();
    for (int i = views.size() - 1; i >= 0; i--) {
      Lsn from = range.start();
      if (i > 0) {
        Optional<Lsn> start = start(views.get(i), known);
        if (start.isEmpty()) {
          // Its enable is not captured yet.
          continue;
        }
        from = Lsn.max(from, start.get().previous());
      }
      if (from.isBefore(end)) {
        pieces.add(0, new Piece(views.get(i).name(), new LsnRange(from, end)));
        end = from;
      }
    }
    return pieces;
  }

  /** The first start LSN seen of an instance; cleanup moves what the server says later. */
  static Optional<Lsn> start(InstanceView view, Optional<SourceIdentity> known) {
    Optional<InstanceIdentity> seen =
        known.flatMap(identity -> identity.instance(view.name(), view.instance().created()));
    return seen.map(InstanceIdentity::firstStartLsn)
        .or(view::minLsn)
        .or(() -> view.instance().startLsn());
  }
}
