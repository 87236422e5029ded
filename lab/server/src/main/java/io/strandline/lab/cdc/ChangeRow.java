package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Compare;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row of a change table, as bytes that are never changed.
 *
 * <p>Its order is (start_lsn, command_id, seqval, operation).
 */
final class ChangeRow implements Comparable<ChangeRow> {

  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int START_LSN = 2;
  private static final int SEQVAL = 12 + 2 + 2;
  private static final int OPERATION = 12 + 2 + 12 + 1;

  private final ChangeLayout layout;
  private final byte[] data;
  private final int from;
  private final int end;

  ChangeRow(ChangeLayout layout, byte[] data, int from, int end) {
    this.layout = layout;
    this.data = data;
    this.from = from;
    this.end = end;
  }

  ChangeLayout layout() {
    return layout;
  }

  byte[] data() {
    return data;
  }

  int from() {
    return from;
  }

  int size() {
    return end - from;
  }

  void copyTo(byte[] target, int at) {
    System.arraycopy(data, from, target, at, end - from);
  }

  Lsn startLsn() {
    return lsn(START_LSN);
  }

  Lsn seqval() {
    return lsn(SEQVAL);
  }

  private Lsn lsn(int at) {
    return new Lsn(high(at), low(at));
  }

  private long high(int at) {
    return (long) BIG_LONG.get(data, from + at);
  }

  private int low(int at) {
    return (data[from + at + 8] & 0xFF) << 8 | (data[from + at + 9] & 0xFF);
  }

  int operation() {
    return (int) INT.get(data, from + OPERATION);
  }

  int commandId() {
    return (int) INT.get(data, end - Integer.BYTES);
  }

  /** The values of all columns. */
  @Nullable Object[] values() {
    return layout.cells().unpack(data, from);
  }

  /** The same change in another layout, one captured value converted. */
  ChangeRow retyped(ChangeLayout changed, int position, SqlType from, SqlType to) {
    @Nullable Object[] all = values();
    @Nullable Object[] captured =
        Arrays.copyOfRange(all, ChangeLayout.FIRST_CAPTURED, all.length - 1);
    captured[position] = Coercion.convert(captured[position], from, to);
    byte[] mask = (byte[]) all[ChangeLayout.FIRST_CAPTURED - 1];
    return changed.row(
        startLsn(),
        seqval(),
        operation(),
        commandId(),
        mask == null ? new byte[0] : mask,
        captured);
  }

  @Override
  public int compareTo(ChangeRow other) {
    int order = startLsn().compareTo(other.startLsn());
    if (order == 0) {
      order = Integer.compare(commandId(), other.commandId());
    }
    if (order == 0) {
      order = seqval().compareTo(other.seqval());
    }
    return order != 0 ? order : Integer.compare(operation(), other.operation());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChangeRow row
        && Arrays.equals(data, from, end, row.data, row.from, row.end);
  }

  @Override
  public int hashCode() {
    return startLsn().hashCode() * 31 + seqval().hashCode();
  }

  /** Compares the {@code column}-th part of the clustered key with a value. */
  int compareKey(int column, Object value) {
    return switch (column) {
      case 0 -> compareLsn(START_LSN, value);
      case 1 -> Compare.values(commandId(), value);
      case 2 -> compareLsn(SEQVAL, value);
      default -> Compare.values(operation(), value);
    };
  }

  private int compareLsn(int at, Object value) {
    byte[] bytes = (byte[]) value;
    if (bytes.length != 10) {
      return Compare.bytes(lsn(at).bytes(), bytes);
    }
    int order = Long.compareUnsigned(high(at), (long) BIG_LONG.get(bytes, 0));
    return order != 0
        ? order
        : Integer.compare(low(at), (bytes[8] & 0xFF) << 8 | (bytes[9] & 0xFF));
  }

  /** Compares a position with a binary of any length. */
  static int lsn(Lsn lsn, Object value) {
    byte[] bytes = (byte[]) value;
    return bytes.length == 10 ? lsn.compareTo(Lsn.of(bytes)) : Compare.bytes(lsn.bytes(), bytes);
  }
}
