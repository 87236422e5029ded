package io.strandline.report;

import io.strandline.lsn.Offset;
import java.time.Instant;
import java.util.List;

/**
 * What was adopted.
 *
 * @param table canonical name of the bronze table
 * @param what in words, one a change
 * @param offset from which the stream goes on
 * @param losslessSince the history has no gap from there on, UTC
 */
public record Adopted(String table, List<String> what, Offset offset, Instant losslessSince) {

  public Adopted {
    what = List.copyOf(what);
  }
}
