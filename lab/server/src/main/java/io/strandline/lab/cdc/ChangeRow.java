package io.strandline.lab.cdc;

import io.strandline.lab.sql.type.Compare;
import org.jspecify.annotations.Nullable;

/**
 * A row of a change table.
 *
 * @param operation 1 delete, 2 insert, 3 before an update, 4 after it
 * @param mask shared by rows of the same kind; never changed
 * @param values of the captured columns in order; shared with the source's rows where possible
 */
record ChangeRow(
    Lsn startLsn, Lsn seqval, byte operation, int commandId, byte[] mask, @Nullable Object[] values)
    implements Comparable<ChangeRow> {

  @Override
  public int compareTo(ChangeRow other) {
    int order = startLsn.compareTo(other.startLsn);
    if (order == 0) {
      order = Integer.compare(commandId, other.commandId);
    }
    if (order == 0) {
      order = seqval.compareTo(other.seqval);
    }
    return order != 0 ? order : Byte.compare(operation, other.operation);
  }

  /** Compares the {@code column}-th part of the clustered key with a value. */
  int compareKey(int column, Object value) {
    return switch (column) {
      case 0 -> lsn(startLsn, value);
      case 1 -> Compare.values(commandId, value);
      case 2 -> lsn(seqval, value);
      default -> Compare.values((int) operation, value);
    };
  }

  /** Compares a position with a binary of any length. */
  static int lsn(Lsn lsn, Object value) {
    byte[] bytes = (byte[]) value;
    return bytes.length == 10 ? lsn.compareTo(Lsn.of(bytes)) : Compare.bytes(lsn.bytes(), bytes);
  }
}
