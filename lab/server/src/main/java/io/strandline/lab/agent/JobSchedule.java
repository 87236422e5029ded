package io.strandline.lab.agent;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * When jobs run, as {@code msdb.dbo.sysschedules} tells it: once, on days, or when Agent starts.
 *
 * @param owner the login that made it
 * @param timing its settings
 * @param created server-local time
 */
public record JobSchedule(
    int id,
    UUID uid,
    String name,
    boolean enabled,
    String owner,
    Timing timing,
    LocalDateTime created) {

  public static final int ONCE = 1;
  public static final int DAILY = 4;
  public static final int AT_START = 64;

  public static final int AT_TIME = 1;
  public static final int SECONDS = 2;
  public static final int MINUTES = 4;
  public static final int HOURS = 8;

  /**
   * The numbers of a schedule.
   *
   * @param frequency {@link #ONCE}, {@link #DAILY} or {@link #AT_START}
   * @param everyDays of a daily schedule
   * @param subdayType {@link #AT_TIME}, {@link #SECONDS}, {@link #MINUTES} or {@link #HOURS}
   * @param subdayInterval so many of them; seconds at least 10
   * @param startDate first day
   * @param endDate last day
   * @param startTime first run of a day
   * @param endTime no run of a day is later
   */
  public record Timing(
      int frequency,
      int everyDays,
      int subdayType,
      int subdayInterval,
      LocalDate startDate,
      LocalDate endDate,
      LocalTime startTime,
      LocalTime endTime) {}

  /** The first run after a moment of the server's local time; {@code null} if there is none. */
  public @Nullable LocalDateTime nextAfter(LocalDateTime moment) {
    if (!enabled || timing.frequency() == AT_START) {
      return null;
    }
    if (timing.frequency() == ONCE) {
      LocalDateTime only = timing.startDate().atTime(timing.startTime());
      return only.isAfter(moment) ? only : null;
    }
    LocalDate today = moment.toLocalDate();
    LocalDate day = dayFrom(today);
    if (day.equals(today)) {
      LocalDateTime run = nextOf(day, moment);
      if (run != null) {
        return run;
      }
      day = dayFrom(today.plusDays(1));
    }
    return day.isAfter(timing.endDate()) ? null : day.atTime(timing.startTime());
  }

  private LocalDate dayFrom(LocalDate earliest) {
    LocalDate start = timing.startDate();
    if (!earliest.isAfter(start)) {
      return start;
    }
    long days = ChronoUnit.DAYS.between(start, earliest);
    long every = timing.everyDays();
    return start.plusDays((days + every - 1) / every * every);
  }

  private @Nullable LocalDateTime nextOf(LocalDate day, LocalDateTime moment) {
    LocalDateTime first = day.atTime(timing.startTime());
    LocalDateTime run = first;
    if (!first.isAfter(moment)) {
      long step = secondsBetween();
      if (step == 0) {
        return null;
      }
      long passed = ChronoUnit.SECONDS.between(first, moment);
      run = first.plusSeconds((passed / step + 1) * step);
    }
    boolean late = run.isAfter(day.atTime(timing.endTime())) || day.isAfter(timing.endDate());
    return late ? null : run;
  }

  /** Seconds between two runs of a day; 0 if there is one a day. */
  private long secondsBetween() {
    long interval = timing.subdayInterval();
    return switch (timing.subdayType()) {
      case SECONDS -> interval;
      case MINUTES -> interval * 60;
      case HOURS -> interval * 3600;
      default -> 0;
    };
  }
}
