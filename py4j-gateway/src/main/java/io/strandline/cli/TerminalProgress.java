package io.strandline.cli;

import io.strandline.report.Progress;
import io.strandline.report.RowsRead;
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
  public void rows(RowsRead read) {
    long now = System.nanoTime();
    if (!terminal || now - shown < PAUSE) {
      return;
    }
    shown = now;
    open = true;
    err.print("\r" + text(read));
    err.flush();
  }

  /** How far a read has come, as one line. */
  static String text(RowsRead read) {
    if (read.percent().isEmpty()) {
      return String.format(Locale.ROOT, "read %,d rows", read.rows());
    }
    String so =
        String.format(
            Locale.ROOT,
            "read %,d of %,d rows (%d %%)",
            read.rows(),
            read.expected().orElseThrow(),
            read.percent().getAsInt());
    return read.remaining()
        .filter(left -> !left.isZero())
        .map(left -> so + String.format(Locale.ROOT, ", about %d s left ", left.toSeconds()))
        .orElse(so);
  }

  /** Ends the line, if one was begun. */
  void end() {
    if (open) {
      err.println();
    }
  }
}
