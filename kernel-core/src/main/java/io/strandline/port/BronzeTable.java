package io.strandline.port;

import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;
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
   * Passes if a commit on this head can give the table these columns; looks at nothing else.
   *
   * @param captured those of the head in their order, possibly wider, then new ones
   * @throws io.strandline.error.SchemaChangedException naming each column that the table cannot
   *     take, and the way out
   */
  void checkColumns(BronzeHead.Present base, List<TableColumn> captured);

  /**
   * Commits files and the state that follows, with the batch's facts as user metadata.
   *
   * <p>If it throws, nothing was committed. A commit of others that the base has not seen and that
   * is not harmless is a conflict.
   *
   * @param base the head that the batch was planned on
   * @param captured the columns that the files were written with; where they differ from the
   *     base's, the commit changes the table's columns too
   * @param files to add; of a range without rows, {@link #noFiles}
   * @param next its batch id is above the base's
   */
  CommitOutcome commit(
      BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next);

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

  /** The files of several writes as those of one, in order. */
  WrittenFiles joined(List<WrittenFiles> parts);

  /** Written files as documents, for a commit by another process. */
  List<FileDocument> describe(WrittenFiles files);

  /**
   * The files of documents.
   *
   * @throws io.strandline.error.StalePlanException if a path leads out of the table, or a file is
   *     not there with its size
   */
  WrittenFiles filesOf(List<FileDocument> documents);

  /**
   * Keeps a batch's events beside the table if a state cannot hold them, before the commit that
   * refers to them.
   *
   * @param all the batch's event rows
   * @return what {@link #readEvents} finds them by; empty if a state can hold them
   */
  Optional<String> storeEvents(List<FactsRow> all);

  /**
   * The events that were stored.
   *
   * @throws io.strandline.error.StrandlineException target not writable, if they are gone or
   *     altered
   */
  List<FactsRow> readEvents(String reference);

  /** Deletes uncommitted files, as far as possible. Never throws. */
  void discard(WrittenFiles files);

  /**
   * Maintains the log after a commit (checkpoint, checksum). Never throws: a failure never fails
   * the batch.
   */
  void maintain();
}
