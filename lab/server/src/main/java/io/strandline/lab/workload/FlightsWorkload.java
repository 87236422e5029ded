package io.strandline.lab.workload;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Four days of New York flights as transactions on one table: rows come in before a departure, are
 * updated by delays, departures and arrivals, and deleted when a flight is cancelled.
 *
 * <p>The seed decides the seconds, how early a row comes in and how events are grouped to
 * transactions; the table that results is the same for every seed. A transaction changes 1 to 40
 * rows that happen within ten minutes. About one in twenty-five is first tried and rolled back.
 * Nothing happens from midnight to 05:00 local time of the first day. Immutable and thread-safe.
 */
public final class FlightsWorkload {

  /** The table's two-part name. */
  public static final String TABLE = FlightSql.TABLE;

  /** The zone of the table's local times and of the instants' origin. */
  public static final ZoneId ZONE = ZoneId.of("America/New_York");

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int ROLLED_BACK_ONE_IN = 25;

  private final List<WorkloadTransaction> transactions;

  /** Makes the transactions of a seed. */
  public FlightsWorkload(long seed) {
    // A sequence of its own, so that grouping does not depend on how many events drew numbers.
    this.transactions = List.copyOf(group(FlightEvents.of(seed), new Random(~seed)));
  }

  /**
   * The table's definition.
   *
   * <p>Types are mixed on purpose: int key, char, varchar and nvarchar (a route has an arrow, which
   * no code page 1252 holds), smallint and bigint, date and datetime2(0), decimal, bit and float.
   * Times are New York local.
   */
  public static String tableDdl() {
    return FlightSql.DDL;
  }

  /** All transactions in order of their instants; two may share one. */
  public List<WorkloadTransaction> transactions() {
    return transactions;
  }

  private static List<WorkloadTransaction> group(List<FlightEvent> events, Random random) {
    List<WorkloadTransaction> grouped = new ArrayList<>();
    int from = 0;
    while (from < events.size()) {
      int to = from + 1;
      int limit = from + size(random);
      LocalDateTime latest = events.get(from).at().plus(LONGEST);
      while (to < events.size() && to < limit && !events.get(to).at().isAfter(latest)) {
        to++;
      }
      WorkloadTransaction transaction = transaction(events.subList(from, to), random.nextBoolean());
      if (random.nextInt(ROLLED_BACK_ONE_IN) == 0) {
        grouped.add(
            new WorkloadTransaction(
                transaction.at(), transaction.statements(), transaction.rows(), true));
      }
      grouped.add(transaction);
      from = to;
    }
    return grouped;
  }

  /** Most are small, a few are large. */
  private static int size(Random random) {
    int dice = random.nextInt(10);
    if (dice < 6) {
      return 1 + random.nextInt(3);
    }
    return dice < 9 ? 4 + random.nextInt(9) : 13 + random.nextInt(28);
  }

  /**
   * A transaction of some events; ordered by kind, which keeps the order of each flight's events,
   * it has fewer statements of more rows.
   */
  private static WorkloadTransaction transaction(List<FlightEvent> events, boolean byKind) {
    LocalDateTime last = events.get(events.size() - 1).at();
    List<FlightEvent> ordered = new ArrayList<>(events);
    if (byKind) {
      ordered.sort(Comparator.comparing(FlightEvent::kind));
    }
    return new WorkloadTransaction(
        last.atZone(ZONE).toInstant(), FlightSql.statements(ordered), events.size(), false);
  }
}
