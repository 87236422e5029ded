package io.strandline.stream;

import io.strandline.error.SourceUnavailableException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads again from the same start after a connection was lost in the middle of the rows, or
 * something else that passes by itself.
 *
 * @param pause waits for about a time
 */
record Rereads(Consumer<Duration> pause) {

  private static final int MOST = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  /**
   * What a drained reader came to.
   *
   * @param open opens a reader; retries by itself
   * @param drain closes the reader, and leaves nothing behind if it throws
   */
  <R, T> T run(Supplier<R> open, Function<R, T> drain) {
    Duration wait = FIRST_PAUSE;
    for (int read = 1; ; read++) {
      R reader = open.get();
      try {
        return drain.apply(reader);
      } catch (SourceUnavailableException e) {
        if (!e.isPassing() || read == MOST) {
          throw e;
        }
        pause.accept(wait);
        wait = wait.multipliedBy(2);
      }
    }
  }
}
