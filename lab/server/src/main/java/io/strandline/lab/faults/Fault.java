package io.strandline.lab.faults;

import java.util.regex.Pattern;

/**
 * A rule that makes something go wrong.
 *
 * @param statement found anywhere in the statement's text, or in a procedure's name; a begin,
 *     commit or rollback by transaction manager request reads {@code BEGIN TRAN}, {@code COMMIT
 *     TRAN} or {@code ROLLBACK TRAN}
 * @param effect what happens
 * @param skip how many times it is let pass first, 0 or more
 * @param times how many times it happens after that, 1 or more
 */
public record Fault(Pattern statement, Effect effect, int skip, int times) {

  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException for a negative {@code skip} or {@code times} below 1
   */
  public Fault {
    if (skip < 0 || times < 1) {
      throw new IllegalArgumentException("fault with skip " + skip + " and times " + times);
    }
  }

  /** A fault that happens once, at the first statement that contains the text, case ignored. */
  public static Fault on(String text, Effect effect) {
    return new Fault(Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE), effect, 0, 1);
  }

  public Fault skipping(int count) {
    return new Fault(statement, effect, count, times);
  }

  public Fault times(int count) {
    return new Fault(statement, effect, skip, count);
  }
}
