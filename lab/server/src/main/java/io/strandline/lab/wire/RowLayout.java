package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types of a row's cells, which stand one after the other, each with its length.
 *
 * <p>A cell is what TDS sends for a nullable column of the type. Thread-safe.
 */
public final class RowLayout {

  private final List<SqlType> types;
  private final ValueEncoder[] encoders;
  private final CellReader[] readers;
  private final CellForm[] forms;

  /** A layout of these types, a cell each. */
  public RowLayout(List<SqlType> types) {
    this.types = List.copyOf(types);
    this.encoders =
        types.stream().map(type -> ValueEncoder.of(type, true)).toArray(ValueEncoder[]::new);
    this.readers = types.stream().map(CellReader::new).toArray(CellReader[]::new);
    this.forms = types.stream().map(CellForm::of).toArray(CellForm[]::new);
  }

  /** The cells' types. */
  public List<SqlType> types() {
    return types;
  }

  /** How many cells a row has. */
  public int size() {
    return forms.length;
  }

  /**
   * Writes a row's cells.
   *
   * @throws RuntimeException if a value does not fit its type: a defect of the caller
   */
  public void write(WireWriter out, @Nullable Object[] values) {
    if (values.length != encoders.length) {
      throw new IllegalArgumentException(
          "row of " + values.length + " values for " + encoders.length + " cells");
    }
    for (int i = 0; i < encoders.length; i++) {
      encoders[i].encode(out, values[i]);
    }
  }

  /** The row's cells in an array of their own. */
  public byte[] pack(@Nullable Object[] values) {
    Packing packing = Packing.get();
    write(packing.out(), values);
    return packing.take();
  }

  /** The values of the row that begins at {@code from}. */
  public @Nullable Object[] unpack(byte[] data, int from) {
    @Nullable Object[] values = new @Nullable Object[forms.length];
    int at = from;
    for (int i = 0; i < values.length; i++) {
      values[i] = readers[i].read(data, at);
      at = forms[i].end(data, at);
    }
    return values;
  }

  /** The same, with {@code null} for cells that are not wanted; wanted ones may lie beyond. */
  public @Nullable Object[] unpack(byte[] data, int from, BitSet wanted) {
    @Nullable Object[] values = new @Nullable Object[forms.length];
    int at = from;
    int count = Math.min(forms.length, wanted.length());
    for (int i = 0; i < count; i++) {
      if (wanted.get(i)) {
        values[i] = readers[i].read(data, at);
      }
      at = forms[i].end(data, at);
    }
    return values;
  }

  /**
   * Finds the cells of the row that begins at {@code from}.
   *
   * @param starts where each cell begins; one more for the end
   */
  public void find(byte[] data, int from, int[] starts) {
    int at = from;
    int slot = 0;
    for (CellForm form : forms) {
      starts[slot++] = at;
      at = form.end(data, at);
    }
    starts[slot] = at;
  }
}
