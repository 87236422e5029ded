package io.strandline.sim;

/** An invariant does not hold. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  private final String invariant;

  Violation(String invariant, String what) {
    super(invariant + ": " + what);
    this.invariant = invariant;
  }

  /** The invariant that was broken, as its oracle calls it. */
  String invariant() {
    return invariant;
  }

  static void unless(boolean holds, String invariant, String what, Object... values) {
    if (!holds) {
      throw new Violation(invariant, String.format(what, values));
    }
  }
}
