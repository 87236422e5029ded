package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.wire.Packing;
import io.strandline.lab.wire.RowLayout;
import io.strandline.lab.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a change table are packed: the cells of all its columns, in their order.
 *
 * <p>The first five have fixed places up to the mask; {@code __$command_id} ends the row.
 */
final class ChangeLayout {

  /** Columns before the captured ones. */
  static final int FIRST_CAPTURED = 5;

  private static final int LSN_BYTES = 10;
  private static final int NULL_LENGTH = 0xFFFF;

  private final RowLayout all;
  private final RowLayout captured;

  ChangeLayout(List<CapturedColumn> columns) {
    List<SqlType> types = new ArrayList<>();
    columns.forEach(column -> types.add(captured(column.type())));
    this.captured = new RowLayout(types);
    types.addAll(0, List.of(Types.LSN, Types.LSN, Types.LSN, Types.INT, Types.varbinary(128)));
    types.add(Types.INT);
    this.all = new RowLayout(types);
  }

  /** A rowversion is captured as binary(8) (documented). */
  private static SqlType captured(SqlType type) {
    return type.kind() == SqlType.Kind.ROWVERSION ? SqlType.sized(SqlType.Kind.BINARY, 8) : type;
  }

  /** The cells of all columns. */
  RowLayout cells() {
    return all;
  }

  /**
   * Packs a row.
   *
   * @param operation 1 delete, 2 insert, 3 before an update, 4 after it
   * @param values of the captured columns in order
   */
  ChangeRow row(
      Lsn startLsn,
      Lsn seqval,
      int operation,
      int commandId,
      byte[] mask,
      @Nullable Object[] values) {
    Packing packing = Packing.get();
    WireWriter out = packing.out();
    lsn(out, startLsn);
    out.u16(NULL_LENGTH);
    lsn(out, seqval);
    out.u8(Integer.BYTES);
    out.i32(operation);
    out.u16(mask.length);
    out.bytes(mask);
    captured.write(out, values);
    out.u8(Integer.BYTES);
    out.i32(commandId);
    byte[] data = packing.take();
    return new ChangeRow(this, data, 0, data.length);
  }

  private static void lsn(WireWriter out, Lsn lsn) {
    out.u16(LSN_BYTES);
    out.i64BigEndian(lsn.high());
    out.u16BigEndian(lsn.low());
  }
}
