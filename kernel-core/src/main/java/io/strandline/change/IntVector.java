package io.strandline.change;

import java.util.Arrays;
import java.util.BitSet;

/** A column of {@code int} values. */
public final class IntVector implements Vector {

  private final int[] values;
  private final BitSet nulls;
  private final int size;

  private IntVector(int[] values, BitSet nulls, int size) {
    this.values = values;
    this.nulls = nulls;
    this.size = size;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int row) {
    return nulls.get(row);
  }

  /** The row's value; of a NULL it means nothing. */
  public int get(int row) {
    return values[row];
  }

  /** Collects the rows of a {@link IntVector} in order. Not thread-safe. */
  public static final class Builder {

    private int[] values;
    private final BitSet nulls = new BitSet();
    private int size;

    /** A builder with room for {@code capacity} rows before it grows. */
    public Builder(int capacity) {
      values = new int[Math.max(1, capacity)];
    }

    /** Adds a value. */
    public Builder add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
      }
      values[size++] = value;
      return this;
    }

    /** Adds a NULL. */
    public Builder addNull() {
      nulls.set(size);
      return add(0);
    }

    /** The vector of what was added; the builder must not be used again. */
    public IntVector build() {
      return new IntVector(values, nulls, size);
    }
  }
}
