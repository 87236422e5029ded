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
    err.print("\r" + text(read, expected, Duration.ofNanos(now - started)));
    err.flush();
  }

  /** How far a read has come; the expected rows of a table are an estimate, or unknown. */
  static String text(long read, long expected, Duration elapsed) {
    if (expected <= 0) {
      return String.format(Locale.ROOT, "read %,d rows", read);
    }
    long percent = Math.min(100, 100 * read / expected);
    String so = String.format(Locale.ROOT, "read %,d of %,d rows (%d %%)", read, expected, percent);
    if (read == 0 || read >= expected) {
      return so;
    }
    long left = (long) (elapsed.toSeconds() * ((double) (expected - read) / read));
    return so + String.format(Locale.ROOT, ", about %d s left ", left);
  }

  /** Ends the line, if one was begun. */
  void end() {
    if (open) {
      err.println();
    }
  }
}
