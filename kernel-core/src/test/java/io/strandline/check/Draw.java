package io.strandline.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Random values from one seed: the same seed draws the same values. Not thread-safe. */
public final class Draw {

  private final SplittableRandom random;

  /** Draws from a seed. */
  public Draw(long seed) {
    this(new SplittableRandom(seed));
  }

  private Draw(SplittableRandom random) {
    this.random = random;
  }

  /** An independent source of draws, itself determined by this one. */
  public Draw split() {
    return new Draw(random.split());
  }

  /** A number from {@code low} to {@code high}, both included. */
  public int between(int low, int high) {
    return (int) random.nextLong(low, high + 1L);
  }

  /** A number from {@code low} to {@code high}, both included and below the largest. */
  public long between(long low, long high) {
    return random.nextLong(low, high + 1);
  }

  /** Any number. */
  public long anyLong() {
    return random.nextLong();
  }

  /** True with a probability in per mille. */
  public boolean perMille(int probability) {
    return random.nextInt(1000) < probability;
  }

  /** True every second time. */
  public boolean coin() {
    return random.nextBoolean();
  }

  /** One of the choices. */
  @SafeVarargs
  public final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** One of the choices. */
  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Between none and {@code most} values. */
  public <T> List<T> list(int most, Function<Draw, T> element) {
    int size = between(0, most);
    List<T> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(element.apply(this));
    }
    return values;
  }

  /** Random bytes. */
  public byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
