package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import io.strandline.lab.wire.ValueEncoder;
import io.strandline.lab.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of one result set. */
final class RowWriter {

  private final WireWriter out;
  private final ValueEncoder[] encoders;

  RowWriter(WireWriter out, List<Column> columns) {
    this.out = out;
    this.encoders =
        columns.stream()
            .map(column -> ValueEncoder.of(column.type(), column.nullable()))
            .toArray(ValueEncoder[]::new);
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
