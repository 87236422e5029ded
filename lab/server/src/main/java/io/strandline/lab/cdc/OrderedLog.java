package io.strandline.lab.cdc;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Items in ascending order, appended at the end and deleted at the start, each change under a
 * commit number.
 *
 * <p>Reading needs no lock: an {@link Extent} never changes. Changes are made one at a time, inside
 * {@code CommitOrder.publish}.
 */
final class OrderedLog<T> {

  private static final int BLOCK = LogBlock.SIZE;

  /**
   * The items as of a commit number: those with positions from {@code first} to before {@code end}.
   */
  static final class Extent<T> {
    private final long number;
    private final int generation;
    private final LogBlock<T>[] blocks;
    private final long base;
    private final long first;
    private final long end;
    private volatile @Nullable Extent<T> older;

    private Extent(
        long number,
        int generation,
        LogBlock<T>[] blocks,
        long base,
        long first,
        long end,
        @Nullable Extent<T> older) {
      this.number = number;
      this.generation = generation;
      this.blocks = blocks;
      this.base = base;
      this.first = first;
      this.end = end;
      this.older = older;
    }

    /** How often all items had been replaced. */
    int generation() {
      return generation;
    }

    long first() {
      return first;
    }

    long end() {
      return end;
    }

    T get(long position) {
      int offset = (int) (position - base);
      return blocks[offset / BLOCK].get(offset % BLOCK);
    }

    /**
     * The first position whose item is not below; {@code probe} is negative for items below, else 0
     * or more, and must not fall along the order.
     */
    long firstNotBelow(ToIntFunction<T> probe) {
      long low = first;
      long high = end;
      while (low < high) {
        long middle = (low + high) >>> 1;
        if (probe.applyAsInt(get(middle)) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  private volatile Extent<T> newest = new Extent<>(0, 0, blocks(0), 0, 0, 0, null);

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> LogBlock<T>[] blocks(int count) {
    return new LogBlock[count];
  }

  /** The newest items, whether or not their commit is complete. */
  Extent<T> newest() {
    return newest;
  }

  /** The items as of a commit number. */
  Extent<T> at(long number) {
    Extent<T> extent = newest;
    while (extent.number > number) {
      Extent<T> older = extent.older;
      if (older == null) {
        return extent;
      }
      extent = older;
    }
    return extent;
  }

  /** Appends items, all above the last. */
  void append(List<T> items, Supplier<LogBlock<T>> newBlock, long number, long oldestSnapshot) {
    if (items.isEmpty()) {
      return;
    }
    Extent<T> now = newest;
    long end = now.end;
    int blockCount = (int) ((end - now.base + items.size() + BLOCK - 1) / BLOCK);
    LogBlock<T>[] blocks = Arrays.copyOf(now.blocks, blockCount);
    for (T item : items) {
      int offset = (int) (end - now.base);
      if (blocks[offset / BLOCK] == null) {
        blocks[offset / BLOCK] = newBlock.get();
      }
      blocks[offset / BLOCK].set(offset % BLOCK, item);
      end++;
    }
    publish(
        new Extent<>(number, now.generation, blocks, now.base, now.first, end, now),
        oldestSnapshot);
  }

  /** Deletes the items before {@code position}. */
  void deleteBefore(long position, long number, long oldestSnapshot) {
    Extent<T> now = newest;
    long first = Math.max(now.first, Math.min(position, now.end));
    int unused = (int) ((first - now.base) / BLOCK);
    LogBlock<T>[] blocks = Arrays.copyOfRange(now.blocks, unused, now.blocks.length);
    publish(
        new Extent<>(
            number, now.generation, blocks, now.base + (long) unused * BLOCK, first, now.end, now),
        oldestSnapshot);
  }

  /** Deletes the items from {@code position} on. */
  void deleteFrom(long position, Supplier<LogBlock<T>> newBlock, long number, long oldestSnapshot) {
    Extent<T> now = newest;
    long end = Math.max(now.first, Math.min(position, now.end));
    int used = (int) ((end - now.base + BLOCK - 1) / BLOCK);
    LogBlock<T>[] blocks = Arrays.copyOf(now.blocks, used);
    if (used > 0) {
      // What is appended next must not show through in extents that still have the old items.
      LogBlock<T> last = newBlock.get();
      long start = now.base + (long) (used - 1) * BLOCK;
      for (long item = start; item < end; item++) {
        last.set((int) (item - start), now.get(item));
      }
      blocks[used - 1] = last;
    }
    publish(
        new Extent<>(number, now.generation, blocks, now.base, now.first, end, now),
        oldestSnapshot);
  }

  /** Puts another item in the place of each. */
  void replaceAll(
      UnaryOperator<T> change, Supplier<LogBlock<T>> newBlock, long number, long oldestSnapshot) {
    Extent<T> now = newest;
    int count = (int) (now.end - now.first);
    LogBlock<T>[] blocks = blocks((count + BLOCK - 1) / BLOCK);
    for (int offset = 0; offset < count; offset++) {
      if (offset % BLOCK == 0) {
        blocks[offset / BLOCK] = newBlock.get();
      }
      blocks[offset / BLOCK].set(offset % BLOCK, change.apply(now.get(now.first + offset)));
    }
    publish(
        new Extent<>(number, now.generation + 1, blocks, now.first, now.first, now.end, now),
        oldestSnapshot);
  }

  private void publish(Extent<T> extent, long oldestSnapshot) {
    newest = extent;
    Extent<T> kept = extent.older;
    while (kept != null && kept.number > oldestSnapshot) {
      kept = kept.older;
    }
    if (kept != null) {
      kept.older = null;
    }
  }
}
