package io.strandline.check;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Checks a statement on many drawn values and names the seed of the first that breaks it.
 *
 * <p>The seeds are 0, 1, 2… and so the same in every run. {@code -Dstrandline.cases=N} runs more of
 * them, {@code -Dstrandline.case=N} only one.
 */
public final class Property {

  private static final int CASES = Integer.getInteger("strandline.cases", 300);

  private Property() {}

  /** Checks the statement; the draws are the values. */
  public static void check(Consumer<Draw> statement) {
    Long one = Long.getLong("strandline.case");
    if (one != null) {
      run(one, statement);
      return;
    }
    for (long seed = 0; seed < CASES; seed++) {
      run(seed, statement);
    }
  }

  /** Checks the statement for values of a generator and shows the value that breaks it. */
  public static <T> void forAll(Function<Draw, T> generator, Consumer<T> statement) {
    check(
        draw -> {
          T value = generator.apply(draw);
          shown(() -> statement.accept(value), value);
        });
  }

  /** Checks the statement for pairs of values and shows the pair that breaks it. */
  public static <T> void forAllPairs(Function<Draw, T> generator, BiConsumer<T, T> statement) {
    check(
        draw -> {
          T a = generator.apply(draw);
          T b = generator.apply(draw);
          shown(() -> statement.accept(a, b), a + " and " + b);
        });
  }

  private static void shown(Runnable statement, Object value) {
    try {
      statement.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("for " + value + ": " + e.getMessage(), e);
    }
  }

  private static void run(long seed, Consumer<Draw> statement) {
    try {
      statement.accept(new Draw(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "case " + seed + " (replay with -Dstrandline.case=" + seed + "): " + e.getMessage(), e);
    }
  }
}
