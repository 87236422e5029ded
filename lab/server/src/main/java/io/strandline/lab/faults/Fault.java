package io.strandline.lab.faults;

import java.util.regex.Pattern;

/**
 * A rule that makes something go wrong.
 *
 * @param point where
 * @param trigger with which statement and client
 * @param effect what happens
 * @param skip how many times it is let pass first, 0 or more
 * @param times how many times it happens after that, 1 or more
 * @param probability of happening each time, above 0 and at most 1; a time that it is spared by
 *     chance counts as neither skipped nor happened
 * @param seed decides what the probability leaves open
 */
public record Fault(
    FaultPoint point,
    Trigger trigger,
    Effect effect,
    int skip,
    int times,
    double probability,
    long seed) {

  /**
   * Checks the counts and whether the effect is possible at the point.
   *
   * @throws IllegalArgumentException if it is not, or a number is out of its range
   */
  public Fault {
    if (skip < 0 || times < 1) {
      throw new IllegalArgumentException("fault with skip " + skip + " and times " + times);
    }
    if (!(probability > 0) || probability > 1) {
      throw new IllegalArgumentException(
          "probability " + probability + " is not above 0 and at most 1");
    }
    String problem = effect.problemAt(point.kind());
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    if (point.kind().isOfConnection() && (trigger.statement() != null || trigger.table() != null)) {
      throw new IllegalArgumentException(
          "there is no statement yet at " + point.kind() + "; name a user, program or connection");
    }
  }

  /** A fault that happens once, at the next statement whatever it is. */
  public static Fault always(Effect effect) {
    return new Fault(
        FaultPoint.of(FaultPoint.Kind.BEFORE_STATEMENT), Trigger.ANY, effect, 0, 1, 1, 0);
  }

  /** A fault that happens once, at the first statement that contains the text, case ignored. */
  public static Fault on(String text, Effect effect) {
    return on(Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE), effect);
  }

  /** A fault that happens once, at the first statement in which the pattern is found. */
  public static Fault on(Pattern statement, Effect effect) {
    return always(effect).triggered(new Trigger(statement, null, null, null, 0));
  }

  /** A fault that happens once, when the next connection comes to a point before its statements. */
  public static Fault of(FaultPoint.Kind point, Effect effect) {
    return new Fault(FaultPoint.of(point), Trigger.ANY, effect, 0, 1, 1, 0);
  }

  private Fault triggered(Trigger newTrigger) {
    return new Fault(point, newTrigger, effect, skip, times, probability, seed);
  }

  /** The same at another point. */
  public Fault at(FaultPoint newPoint) {
    return new Fault(newPoint, trigger, effect, skip, times, probability, seed);
  }

  /** The same at another point that counts no rows. */
  public Fault at(FaultPoint.Kind newPoint) {
    return at(FaultPoint.of(newPoint));
  }

  /** Only with statements that name a table. */
  public Fault onTable(String name) {
    return triggered(
        new Trigger(
            trigger.statement(),
            Trigger.tableName(name),
            trigger.user(),
            trigger.program(),
            trigger.connection()));
  }

  /** Only with a login's connections. */
  public Fault ofUser(String user) {
    return triggered(
        new Trigger(
            trigger.statement(), trigger.table(), user, trigger.program(), trigger.connection()));
  }

  /** Only with a program's connections. */
  public Fault ofProgram(String program) {
    return triggered(
        new Trigger(
            trigger.statement(), trigger.table(), trigger.user(), program, trigger.connection()));
  }

  /** Only with the server's connection of a number, from 1. */
  public Fault onConnection(int number) {
    return triggered(
        new Trigger(
            trigger.statement(), trigger.table(), trigger.user(), trigger.program(), number));
  }

  public Fault skipping(int count) {
    return new Fault(point, trigger, effect, count, times, probability, seed);
  }

  public Fault times(int count) {
    return new Fault(point, trigger, effect, skip, count, probability, seed);
  }

  /** Happens by chance only; equal seeds make equal choices. */
  public Fault withProbability(double newProbability, long newSeed) {
    return new Fault(point, trigger, effect, skip, times, newProbability, newSeed);
  }
}
