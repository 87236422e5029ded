package io.strandline.lab.sql.query;

import io.strandline.lab.session.PackedRow;
import io.strandline.lab.store.PackedCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT of plain columns of one relation that keeps its rows packed, in the order of its key.
 *
 * @param cells the relation's column for each column of the result
 * @param filtered columns that the level's filters look at
 * @param reverse against the key's order
 */
record PackedSelect(Level level, int[] cells, BitSet filtered, boolean reverse, Limits limits) {

  /** Starts a run. */
  PackedRows open() {
    Frame frame = new Frame(null);
    SeekPlan plan = level.seek();
    List<Seek> seeks = new ArrayList<>(plan == null ? List.of(Seek.ALL) : plan.at(frame));
    if (reverse) {
      Collections.reverse(seeks);
    }
    return new PackedRows(frame, seeks.iterator(), limits.skip(frame), limits.most(frame));
  }

  /** The rows of a run, one at a time. */
  final class PackedRows implements PackedRow {

    private final Frame frame;
    private final Iterator<Seek> seeks;
    private final int[] starts = new int[level.source().width() + 1];
    private long skip;
    private long left;
    private @Nullable PackedCursor cursor;

    private PackedRows(Frame frame, Iterator<Seek> seeks, long skip, long most) {
      this.frame = frame;
      this.seeks = seeks;
      this.skip = skip;
      this.left = most;
    }

    /** Goes to the next row; false at the end. */
    boolean advance() {
      while (skip > 0) {
        if (!forward()) {
          left = 0;
        }
        skip--;
      }
      if (left <= 0 || !forward()) {
        return false;
      }
      left--;
      current().find(starts);
      return true;
    }

    private boolean forward() {
      while (true) {
        PackedCursor rows = cursor;
        if (rows != null && rows.advance()) {
          if (holds(rows)) {
            return true;
          }
        } else if (seeks.hasNext()) {
          cursor =
              (PackedCursor)
                  level.source().relation().scan(level.key(), seeks.next(), reverse, null);
        } else {
          return false;
        }
      }
    }

    private boolean holds(PackedCursor rows) {
      if (level.filters().isEmpty()) {
        return true;
      }
      frame.row = rows.values(filtered);
      for (Bound.Test test : level.filters()) {
        if (!Boolean.TRUE.equals(test.test(frame))) {
          return false;
        }
      }
      return true;
    }

    private PackedCursor current() {
      PackedCursor rows = cursor;
      if (rows == null) {
        throw new IllegalStateException("no row");
      }
      return rows;
    }

    @Override
    public @Nullable Object[] values() {
      BitSet wanted = new BitSet();
      for (int cell : cells) {
        wanted.set(cell);
      }
      @Nullable Object[] all = current().values(wanted);
      @Nullable Object[] values = new @Nullable Object[cells.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = all[cells[i]];
      }
      return values;
    }

    @Override
    public byte[] data() {
      return current().data();
    }

    @Override
    public int start(int column) {
      return starts[cells[column]];
    }

    @Override
    public int end(int column) {
      return starts[cells[column] + 1];
    }
  }
}
