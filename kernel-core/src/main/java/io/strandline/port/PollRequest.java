package io.strandline.port;

import io.strandline.lsn.Lsn;
import java.util.List;

/**
 * What a poll asks for.
 *
 * <p>The followed table is the one of the instance named, else of one that is known of the stream,
 * else of the newest instance of a table whose default name {@code <schema>_<table>} is the one
 * asked for: so a stream goes on when the instance that it was begun with is disabled.
 *
 * @param captureInstance name of the instance that the stream was begun with
 * @param known names of the table's instances that the stream has seen
 * @param position LSN whose neighbours in the time mapping are wanted, and after which changes of
 *     the table's definition are
 * @param seen highest {@code max_lsn} that the stream has seen; a lower one is another history
 */
public record PollRequest(String captureInstance, List<String> known, Lsn position, Lsn seen) {

  public PollRequest {
    known = List.copyOf(known);
  }

  /** Of a stream that has seen no more than its position. */
  public PollRequest(String captureInstance, List<String> known, Lsn position) {
    this(captureInstance, known, position, position);
  }

  /** Of a stream that has seen nothing yet. */
  public PollRequest(String captureInstance, Lsn position) {
    this(captureInstance, List.of(), position);
  }
}
