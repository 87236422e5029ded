package io.strandline.lab.cdc;

import java.util.Random;

/**
 * Hands out the positions of log records: always higher, with gaps after each commit.
 *
 * <p>A commit flushes the block: the next record starts some sectors on. Gaps are random by seed,
 * as a reader must not rely on them. Thread-safe.
 */
final class LsnAllocator {

  private static final int LAST_SLOT = 0xFFF0;
  private static final long SECTORS_A_FILE = 1 << 22;

  private final Random gaps;
  private long file = 0x25;
  private long block = 0x10;
  private int slot;

  LsnAllocator(long seed) {
    this.gaps = new Random(seed);
  }

  /** The position of the next record. */
  synchronized Lsn next() {
    if (slot >= LAST_SLOT) {
      flush();
    }
    slot++;
    return new Lsn(file << 32 | block, slot);
  }

  /** The position of a commit record; what follows is in a later block. */
  synchronized Lsn commit() {
    Lsn lsn = next();
    flush();
    return lsn;
  }

  private void flush() {
    block += 8L * (1 + gaps.nextInt(4));
    slot = 0;
    if (block > SECTORS_A_FILE) {
      roll();
    }
  }

  /** Goes back: the next record is in the block after that of {@code lsn}. */
  synchronized void goBackTo(Lsn lsn) {
    file = lsn.high() >>> 32;
    block = lsn.high() & 0xFFFF_FFFFL;
    flush();
  }

  /** Starts the next log file. */
  synchronized void roll() {
    file++;
    block = 0x10;
    slot = 0;
  }
}
