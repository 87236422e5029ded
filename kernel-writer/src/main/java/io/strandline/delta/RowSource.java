package io.strandline.delta;

import io.strandline.change.BronzeRows;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The rows' source, remembering its error, which must reach the caller as it was thrown. */
final class RowSource implements Iterator<BronzeRows> {

  private final Iterator<BronzeRows> rows;
  private @Nullable RuntimeException error;

  RowSource(Iterator<BronzeRows> rows) {
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    try {
      return rows.hasNext();
    } catch (RuntimeException e) {
      error = e;
      throw e;
    }
  }

  @Override
  public BronzeRows next() {
    try {
      return rows.next();
    } catch (RuntimeException e) {
      error = e;
      throw e;
    }
  }

  boolean failed(RuntimeException thrown) {
    return thrown == error;
  }
}
