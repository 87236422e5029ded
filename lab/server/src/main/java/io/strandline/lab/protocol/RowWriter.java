package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.PackedRow;
import io.strandline.lab.wire.ValueEncoder;
import io.strandline.lab.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of one result set. */
final class RowWriter {

  private static final int PIECE = 32_768;

  private final WireWriter out;
  private final ValueEncoder[] encoders;
  private final int[] unsent;

  RowWriter(WireWriter out, List<Column> columns) {
    this.out = out;
    this.encoders =
        columns.stream()
            .map(column -> ValueEncoder.of(column.type(), column.nullable()))
            .toArray(ValueEncoder[]::new);
    this.unsent =
        columns.stream()
            .mapToInt(column -> ValueEncoder.hasLength(column.type(), column.nullable()) ? 0 : 1)
            .toArray();
  }

  /** Copies a row's cells; those that stand side by side go together. */
  void write(PackedRow row) {
    byte[] data = row.data();
    out.u8(Tokens.ROW);
    int from = 0;
    int end = 0;
    for (int i = 0; i < unsent.length; i++) {
      int start = row.start(i) + unsent[i];
      if (start != end) {
        copy(data, from, end);
        from = start;
      }
      end = row.end(i);
    }
    copy(data, from, end);
  }

  private void copy(byte[] data, int from, int end) {
    int at = from;
    while (end - at > PIECE) {
      out.bytes(data, at, PIECE);
      out.spill();
      at += PIECE;
    }
    out.bytes(data, at, end - at);
  }

  void write(@Nullable Object[] values) {
    if (values.length != encoders.length) {
      throw new IllegalArgumentException(
          "row of " + values.length + " values for " + encoders.length + " columns");
    }
    out.u8(Tokens.ROW);
    for (int i = 0; i < encoders.length; i++) {
      encoders[i].encode(out, values[i]);
    }
  }
}
