package io.strandline.explain;

import java.time.Duration;

/** Lengths of time as a person says them. */
public final class Spans {

  private static final int SHOWN = 2;

  private Spans() {}

  /** The two largest units of a duration: {@code 3 h 20 min}, {@code 45 s}. */
  public static String text(Duration span) {
    if (span.isNegative()) {
      return "-" + text(span.negated());
    }
    long[] values = {span.toDays(), span.toHoursPart(), span.toMinutesPart(), span.toSecondsPart()};
    String[] units = {"d", "h", "min", "s"};
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (int i = 0; i < values.length && shown < SHOWN; i++) {
      if (values[i] > 0 || shown > 0) {
        shown++;
        if (values[i] > 0) {
          text.append(text.isEmpty() ? "" : " ").append(values[i]).append(' ').append(units[i]);
        }
      }
    }
    return text.isEmpty() ? "0 s" : text.toString();
  }
}
