package io.strandline.lab.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in's clock: what GETDATE, capture and WAITFOR go by.
 *
 * <p>It runs at {@code speed} virtual seconds a real second; at speed 0 it moves only when told.
 * Wall time may step back; waits go by {@link #elapsed()}, which never does, as a computer's timers
 * do when its wall clock is set. Thread-safe.
 */
public final class LabClock implements InstantSource {

  private static final long LONGEST_REAL_WAIT_MILLIS = 200;

  private volatile ZoneId zone;
  private final LongSupplier realNanos;
  private final Object monitor = new Object();

  private double speed;
  private long anchorReal;
  private long anchorElapsed;
  private Instant wallAtZero;
  private @Nullable Instant frozenAt;
  private volatile @Nullable Alarms alarms;

  /**
   * A clock.
   *
   * @param zone the server's zone
   * @param start the first instant
   * @param speed virtual seconds a real second; 0 for a stepped clock
   * @param realNanos a monotonic source of real nanoseconds
   */
  public LabClock(ZoneId zone, Instant start, double speed, LongSupplier realNanos) {
    this.zone = zone;
    this.realNanos = realNanos;
    this.speed = checkSpeed(speed);
    this.wallAtZero = start;
    this.anchorReal = realNanos.getAsLong();
  }

  private static double checkSpeed(double speed) {
    if (!(speed >= 0) || speed > 1_000_000) {
      throw new IllegalArgumentException("speed " + speed + " is not between 0 and 1,000,000");
    }
    return speed;
  }

  /** The zone of the server's local time. */
  public ZoneId zone() {
    return zone;
  }

  /** Moves the server to another zone; instants stay, local times change at once. */
  public void zone(ZoneId newZone) {
    zone = newZone;
  }

  @Override
  public Instant instant() {
    synchronized (monitor) {
      return frozenAt == null ? wallAtZero.plusNanos(elapsedNanos()) : frozenAt;
    }
  }

  /**
   * Stops the wall clock, so that all that happens has the same time; waits go on. {@link #jump}
   * and {@link #set} move it still.
   */
  public void freeze() {
    synchronized (monitor) {
      frozenAt = instant();
    }
  }

  /** Lets the wall clock run again from where it stands. */
  public void thaw() {
    synchronized (monitor) {
      if (frozenAt != null) {
        wallAtZero = frozenAt.minusNanos(elapsedNanos());
        frozenAt = null;
      }
    }
  }

  /** Whether {@link #freeze} is on. */
  public boolean isFrozen() {
    synchronized (monitor) {
      return frozenAt != null;
    }
  }

  /** The server's local time. */
  public LocalDateTime local() {
    return LocalDateTime.ofInstant(instant(), zone);
  }

  /** The offset of local time from UTC now. */
  public ZoneOffset offset() {
    return zone.getRules().getOffset(instant());
  }

  /** Virtual time since the clock was made; never goes back. */
  public Duration elapsed() {
    synchronized (monitor) {
      return Duration.ofNanos(elapsedNanos());
    }
  }

  private long elapsedNanos() {
    return anchorElapsed + (long) ((realNanos.getAsLong() - anchorReal) * speed);
  }

  /** What is to happen at instants of this clock: time that is moved stops there on its way. */
  public interface Alarms {

    /** The next instant at which something is due; {@code null} if nothing is. */
    @Nullable Instant next();

    /** Does what is due by now; called without any lock of the clock. */
    void ring();
  }

  /** Sets the alarms of a clock that {@link #advance} or {@link #set} moves. */
  public void alarms(Alarms newAlarms) {
    alarms = newAlarms;
  }

  /** Lets {@code time} pass: wall time and waits move on by it. */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time cannot pass backwards; jump(" + time + ") instead");
    }
    long target;
    synchronized (monitor) {
      target = elapsedNanos() + time.toNanos();
    }
    passTo(target);
  }

  private void passTo(long target) {
    Alarms stops = alarms;
    Instant due = stops == null ? null : stops.next();
    while (stops != null && due != null && passTo(due, target)) {
      stops.ring();
      Instant next = stops.next();
      // An alarm that stays due could not be done now: time goes on without it.
      due = next != null && next.isAfter(due) ? next : null;
    }
    moveTo(target);
  }

  /** Moves to an instant if it is not behind {@code target}. */
  private boolean passTo(Instant due, long target) {
    long nanos;
    synchronized (monitor) {
      if (due.isAfter(wallAtZero.plusNanos(target))) {
        return false;
      }
      nanos = Duration.between(wallAtZero, due).toNanos();
    }
    moveTo(nanos);
    return true;
  }

  private void moveTo(long elapsed) {
    synchronized (monitor) {
      rebase(Math.max(elapsed, elapsedNanos()));
    }
  }

  /** Sets the wall clock forwards or backwards without time passing, as an NTP step does. */
  public void jump(Duration step) {
    synchronized (monitor) {
      if (frozenAt == null) {
        wallAtZero = wallAtZero.plus(step);
      } else {
        frozenAt = frozenAt.plus(step);
      }
      monitor.notifyAll();
    }
  }

  /**
   * Moves to {@code instant}: a later one lets time pass, an earlier one is a step back; while the
   * clock is frozen either is a step.
   */
  public void set(Instant instant) {
    long target;
    synchronized (monitor) {
      Duration step = Duration.between(instant(), instant);
      if (step.isNegative() || frozenAt != null) {
        jump(step);
        return;
      }
      target = elapsedNanos() + step.toNanos();
    }
    passTo(target);
  }

  /** Virtual seconds a real second. */
  public double speed() {
    synchronized (monitor) {
      return speed;
    }
  }

  /** Changes the speed from now on. */
  public void speed(double newSpeed) {
    checkSpeed(newSpeed);
    synchronized (monitor) {
      long elapsed = elapsedNanos();
      speed = newSpeed;
      rebase(elapsed);
    }
  }

  private void rebase(long elapsed) {
    anchorElapsed = elapsed;
    anchorReal = realNanos.getAsLong();
    monitor.notifyAll();
  }

  /** Wakes every waiter so that it looks at its stop condition again. */
  public void wake() {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  /**
   * Waits until {@link #elapsed()} reaches {@code target}.
   *
   * @param stop looked at often; {@code true} ends the wait
   * @return whether the time was reached
   * @throws InterruptedException if the thread was interrupted
   */
  public boolean awaitElapsed(Duration target, BooleanSupplier stop) throws InterruptedException {
    synchronized (monitor) {
      while (!stop.getAsBoolean()) {
        long missing = target.toNanos() - elapsedNanos();
        if (missing <= 0) {
          return true;
        }
        long millis = LONGEST_REAL_WAIT_MILLIS;
        if (speed > 0) {
          millis = Math.min(millis, (long) (missing / speed / 1_000_000) + 1);
        }
        monitor.wait(millis);
      }
      return false;
    }
  }
}
