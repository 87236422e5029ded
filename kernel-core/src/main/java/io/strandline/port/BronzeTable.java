package io.strandline.port;

import io.strandline.change.TableColumn;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.function.Function;

/**
 * The append-only change log of one stream, whose own log holds the stream's position.
 *
 * <p>Thread-safe, in one process and among several. Every call may throw a {@link
 * io.strandline.error.StrandlineException}: target not writable.
 */
public interface BronzeTable extends BronzeWriter {

  /** Canonical name of the table: the path below the warehouse, else the normalised URI. */
  String name();

  /** Reads what is there now. */
  BronzeHead head();

  /**
   * Creates the table and its state in one commit; does nothing if a table is there by then.
   *
   * @param captured columns for captured values
   * @param initial makes the state from the id that the table will have
   */
  void create(List<TableColumn> captured, Function<String, StreamState> initial);

  /**
   * Commits files and the state that follows, with the batch's facts as user metadata.
   *
   * <p>If it throws, nothing was committed. A commit of others that the base has not seen and that
   * is not harmless is a conflict.
   *
   * @param base the head that the batch was planned on
   * @param files to add; of a range without rows, {@link #noFiles}
   * @param next its batch id is the base's plus one
   */
  CommitOutcome commit(BronzeHead.Present base, WrittenFiles files, StreamState next);

  /** What became of a commit whose outcome was unknown. */
  enum Fate {
    /** It happened. */
    COMMITTED,
    /** Another attempt committed its batch, so it can no longer happen. */
    LOST,
    /** Its batch is not committed; it may still happen. */
    OPEN
  }

  /**
   * Looks in the log for a commit's attempt, whatever was committed on top of it.
   *
   * @param base the head that the batch was planned on
   * @param next the state that was to be committed
   */
  Fate fateOf(BronzeHead.Present base, StreamState next);

  /** No files, for a commit of the state alone. */
  WrittenFiles noFiles();

  /** Deletes uncommitted files, as far as possible. Never throws. */
  void discard(WrittenFiles files);

  /**
   * Maintains the log after a commit (checkpoint, checksum). Never throws: a failure never fails
   * the batch.
   */
  void maintain();
}
