package io.strandline.lab.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages messages, each by its seed. */
final class PacketMutation {

  private static final int HEADER = 8;
  private static final int[] LENGTHS = {0, 1, 7, 8, 9, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF};

  private final SplittableRandom random;
  private final List<byte[]> corpus;

  PacketMutation(long seed, List<byte[]> corpus) {
    this.random = new SplittableRandom(seed);
    this.corpus = corpus;
  }

  /** A damaged message of the corpus. */
  byte[] next() {
    byte[] bytes = corpus.get(random.nextInt(corpus.size())).clone();
    int rounds = 1 + random.nextInt(3);
    for (int i = 0; i < rounds && bytes.length > 0; i++) {
      bytes = damage(bytes);
    }
    if (random.nextInt(4) != 0) {
      repairLength(bytes);
    }
    return bytes;
  }

  private byte[] damage(byte[] bytes) {
    return switch (random.nextInt(7)) {
      case 0 -> flip(bytes);
      case 1 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 2 -> length(bytes);
      case 3 -> splice(bytes);
      case 4 -> overwrite(bytes);
      case 5 -> removed(bytes);
      default -> repeated(bytes);
    };
  }

  private byte[] flip(byte[] bytes) {
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  /** Writes a telling length, of two or four bytes, anywhere after the header. */
  private byte[] length(byte[] bytes) {
    if (bytes.length < HEADER + 4) {
      return flip(bytes);
    }
    int at = HEADER + random.nextInt(bytes.length - HEADER - 3);
    int value = LENGTHS[random.nextInt(LENGTHS.length)];
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >>> 8);
    if (random.nextBoolean()) {
      bytes[at + 2] = (byte) value;
      bytes[at + 3] = (byte) (value >>> 8);
    }
    return bytes;
  }

  private byte[] splice(byte[] bytes) {
    byte[] other = corpus.get(random.nextInt(corpus.size()));
    int keep = random.nextInt(bytes.length + 1);
    int from = random.nextInt(other.length);
    byte[] joined = Arrays.copyOf(bytes, keep + other.length - from);
    System.arraycopy(other, from, joined, keep, other.length - from);
    return joined;
  }

  private byte[] overwrite(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(16));
    byte[] noise = new byte[end - at];
    random.nextBytes(noise);
    System.arraycopy(noise, 0, bytes, at, noise.length);
    return bytes;
  }

  private byte[] removed(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(16));
    byte[] shorter = Arrays.copyOf(bytes, bytes.length - (end - at));
    System.arraycopy(bytes, end, shorter, at, bytes.length - end);
    return shorter;
  }

  private byte[] repeated(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int count = Math.min(bytes.length - at, 1 + random.nextInt(64));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + count);
    System.arraycopy(bytes, at, longer, at + count, bytes.length - at);
    return longer;
  }

  /** So that the damage reaches what comes after the packet reader. */
  private static void repairLength(byte[] bytes) {
    if (bytes.length >= HEADER && bytes.length <= 0xFFFF) {
      bytes[1] |= 1;
      bytes[2] = (byte) (bytes.length >>> 8);
      bytes[3] = (byte) bytes.length;
    }
  }
}
