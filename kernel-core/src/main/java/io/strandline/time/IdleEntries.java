package io.strandline.time;

import java.time.Duration;

/** When capture records entries while nothing happens. */
public final class IdleEntries {

  /**
   * Silence longer than this is a stall: an idle capture job records an entry about every 5 minutes
   * (measured on SQL Server 2022).
   */
  public static final Duration STALL = Duration.ofMinutes(15);

  private IdleEntries() {}
}
