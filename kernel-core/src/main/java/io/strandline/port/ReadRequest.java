package io.strandline.port;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.TableColumn;
import io.strandline.lsn.LsnRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for the change rows of a range.
 *
 * @param instance the instance to read
 * @param wanted its columns wanted, spelled as the instance spells them, in this order, each with
 *     the type to deliver it as: its own or one that holds all its values
 * @param range not empty
 */
public record ReadRequest(CaptureInstance instance, List<TableColumn> wanted, LsnRange range) {

  public ReadRequest {
    wanted = List.copyOf(wanted);
  }

  /** Of all columns that have a type to map to, as that type. */
  public static ReadRequest of(CaptureInstance instance, LsnRange range) {
    List<TableColumn> all = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      column.type().ifPresent(type -> all.add(new TableColumn(column.name(), type)));
    }
    return new ReadRequest(instance, all, range);
  }
}
