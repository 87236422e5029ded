package io.strandline.lab.cdc;

import java.util.Arrays;

/** Change rows, packed one after the other. */
final class ChangeBlock implements LogBlock<ChangeRow> {

  private static final int FIRST_BYTES = 4_096;

  private final ChangeLayout layout;
  private final int[] ends = new int[SIZE];
  private volatile byte[] data = new byte[FIRST_BYTES];

  /** An empty block for rows of one layout. */
  ChangeBlock(ChangeLayout layout) {
    this.layout = layout;
  }

  @Override
  public ChangeRow get(int slot) {
    return new ChangeRow(layout, data, start(slot), ends[slot]);
  }

  private int start(int slot) {
    return slot == 0 ? 0 : ends[slot - 1];
  }

  @Override
  public void set(int slot, ChangeRow row) {
    if (row.layout() != layout) {
      throw new IllegalStateException("a change row of another layout");
    }
    byte[] target = data;
    int from = start(slot);
    int end = Math.addExact(from, row.size());
    if (end > target.length) {
      target = Arrays.copyOf(target, Math.max(end, target.length * 2));
    }
    row.copyTo(target, from);
    ends[slot] = end;
    data = slot == SIZE - 1 ? Arrays.copyOf(target, end) : target;
  }
}
