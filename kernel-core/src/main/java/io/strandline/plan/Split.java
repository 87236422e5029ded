package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.time.CarriedClock;
import java.util.List;

/**
 * A part of a batch that is read by one reader: a capture instance and a range of its commits.
 *
 * @param number 0, 1, 2… in LSN order
 * @param instance the instance to read
 * @param wanted its columns to read, as the instance spells them, with the types to deliver
 * @param range the commits
 * @param rows change rows counted in them
 * @param clockAt a commit at or below the range's start
 * @param clock the commit clock at {@code clockAt}
 */
public record Split(
    int number,
    CaptureInstance instance,
    List<TableColumn> wanted,
    LsnRange range,
    long rows,
    Lsn clockAt,
    CarriedClock clock) {

  public Split {
    wanted = List.copyOf(wanted);
  }
}
