package io.strandline.explain;

import io.strandline.error.StrandlineException;
import java.util.function.Supplier;

/**
 * What came of asking for something.
 *
 * @param <T> what was asked for
 */
public sealed interface Answer<T> {

  /**
   * It was there.
   *
   * @param value what it is
   */
  record Given<T>(T value) implements Answer<T> {}

  /**
   * It could not be had.
   *
   * @param error why
   */
  record Failed<T>(StrandlineException error) implements Answer<T> {}

  /** It was not asked for. */
  record NotAsked<T>() implements Answer<T> {}

  /** Asks, and keeps an error that a caller can act on. */
  static <T> Answer<T> of(Supplier<T> question) {
    try {
      return new Given<>(question.get());
    } catch (StrandlineException e) {
      return new Failed<>(e);
    }
  }
}
