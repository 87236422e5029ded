package io.strandline.lab.cdc;

import io.strandline.lab.store.PackedCursor;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Change rows of a range, packed as they are kept. */
final class ChangeCursor implements PackedCursor {

  private final LogScan<ChangeRow> scan;
  private final BitSet wanted;
  private @Nullable ChangeRow row;

  /**
   * A cursor.
   *
   * @param wanted columns whose values {@link #next} reads
   */
  ChangeCursor(LogScan<ChangeRow> scan, BitSet wanted) {
    this.scan = scan;
    this.wanted = wanted;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    return advance() ? values(wanted) : null;
  }

  @Override
  public boolean advance() {
    row = scan.next();
    return row != null;
  }

  private ChangeRow current() {
    ChangeRow current = row;
    if (current == null) {
      throw new IllegalStateException("no row");
    }
    return current;
  }

  @Override
  public @Nullable Object[] values(BitSet columns) {
    ChangeRow current = current();
    return current.layout().cells().unpack(current.data(), current.from(), columns);
  }

  @Override
  public byte[] data() {
    return current().data();
  }

  @Override
  public void find(int[] starts) {
    ChangeRow current = current();
    current.layout().cells().find(current.data(), current.from(), starts);
  }
}
