package io.strandline.cli;

import io.strandline.report.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Shows on a terminal how far a batch has come, once it takes longer than two seconds. */
final class TerminalProgress implements Progress {

  private static final long PATIENCE = Duration.ofSeconds(2).toNanos();
  private static final long PAUSE = Duration.ofMillis(500).toNanos();

  private final PrintWriter err;
  private final boolean terminal;
  private final long started = System.nanoTime();
  private long shown = started + PATIENCE - PAUSE;
  private boolean open;

  private TerminalProgress(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  static TerminalProgress of(PrintWriter err) {
    return new TerminalProgress(err, System.console() != null);
  }

  @Override
  public void rows(long read, long expected) {
    long now = System.nanoTime();
    if (!terminal || now - shown < PAUSE) {
      return;
    }
    shown = now;
    open = true;
    long percent = expected == 0 ? 100 : 100 * read / expected;
    err.print(
        String.format(Locale.ROOT, "\rread %,d of %,d rows (%d %%)", read, expected, percent));
    err.flush();
  }

  /** Ends the line, if one was begun. */
  void end() {
    if (open) {
      err.println();
    }
  }
}
