package io.strandline.port;

import io.strandline.change.ChangeBatch;
import io.strandline.lsn.LsnRange;
import java.util.List;

/**
 * A SQL Server database with change data capture, read only.
 *
 * <p>Thread-safe. Every call may throw a {@link io.strandline.error.StrandlineException}: source
 * unavailable (after bounded retries), authentication failed, database not found, permission
 * denied, capture instance not found, cancelled.
 */
public interface ChangeSource extends SnapshotSource, AutoCloseable {

  /** Looks at the source in one round trip. */
  SourcePoll poll(PollRequest request);

  /** Looks at how far the database is captured, in one round trip. */
  Frontier frontier();

  /**
   * Counts the entries of the time mapping in a range, in one round trip: commits with rows of any
   * captured table, and idle entries of capture.
   *
   * @param most where counting ends, which bounds what the server reads
   * @return {@code most} for as many or more
   */
  long entries(LsnRange range, int most);

  /** Counts a range in one round trip. */
  Measurement measure(MeasureRequest request);

  /**
   * Cuts a piece into at most so many parts of about equally many rows, in one round trip.
   *
   * @return in LSN order, the last one up to the piece's newest commit with rows; fewer than asked
   *     for where single commits are large, none if the piece has no rows
   */
  List<Tile> tiles(TileRequest request);

  /** Starts reading a range on a connection of its own. */
  SessionReader<ChangeBatch> read(ReadRequest request);

  /** Closes every connection. Never throws. */
  @Override
  void close();
}
