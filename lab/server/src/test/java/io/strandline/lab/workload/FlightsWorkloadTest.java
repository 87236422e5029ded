package io.strandline.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlightsWorkloadTest {

  private static final long SEED = 2013;

  private static final List<WorkloadTransaction> TRANSACTIONS =
      new FlightsWorkload(SEED).transactions();

  /** The resource's lines as maps, read without the workload's classes. */
  private static List<Map<String, String>> csv() throws Exception {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                FlightsWorkload.class.getResourceAsStream("flights-2013-01.csv"),
                StandardCharsets.UTF_8))) {
      String[] header = lines.readLine().split(",");
      return lines
          .lines()
          .map(
              line -> {
                Map<String, String> row = new HashMap<>();
                String[] values = line.split(",", -1);
                for (int i = 0; i < header.length; i++) {
                  row.put(header[i], values[i]);
                }
                return row;
              })
          .toList();
    }
  }

  private static FlightsTable result(List<WorkloadTransaction> transactions) {
    FlightsTable table = new FlightsTable();
    for (WorkloadTransaction transaction : transactions) {
      if (!transaction.rolledBack()) {
        int rows = transaction.statements().stream().mapToInt(table::run).sum();
        assertThat(rows).isEqualTo(transaction.rows());
      }
    }
    return table;
  }

  @Test
  void changesAreThoseOfTheData() throws Exception {
    int cancelled = 0;
    int departed = 0;
    int delayed = 0;
    int arrived = 0;
    List<Map<String, String>> flights = csv();
    for (Map<String, String> flight : flights) {
      if (flight.get("dep_time").isEmpty()) {
        cancelled++;
      } else {
        departed++;
        delayed += Integer.parseInt(flight.get("dep_delay")) >= 15 ? 1 : 0;
        arrived += flight.get("air_time").isEmpty() ? 0 : 1;
      }
    }
    FlightsTable table = result(TRANSACTIONS);
    assertThat(flights).hasSize(3_614);
    assertThat(table.inserted).isEqualTo(3_614);
    assertThat(table.deleted).isEqualTo(cancelled).isEqualTo(28);
    assertThat(table.updated).isEqualTo(departed + delayed + arrived).isEqualTo(7_929);
    assertThat(table.rows).hasSize(3_586);
  }

  @Test
  void rowsEndAsTheDataSays() throws Exception {
    FlightsTable table = result(TRANSACTIONS);
    for (Map<String, String> flight : csv()) {
      Map<String, String> row = table.rows.get(Integer.valueOf(flight.get("flight_id")));
      if (flight.get("dep_time").isEmpty()) {
        assertThat(row).isNull();
      } else {
        boolean arrived = !flight.get("air_time").isEmpty();
        int departure = Integer.parseInt(flight.get("dep_time")) % 2400;
        assertThat(row.get("status")).isEqualTo(arrived ? "N'arrived'" : "N'departed'");
        assertThat(row.get("departed_at"))
            .endsWith(
                String.format(Locale.ROOT, "T%02d:%02d:00'", departure / 100, departure % 100));
        assertThat(row.get("departure_delay")).isEqualTo(flight.get("dep_delay") + ".0");
        assertThat(row.get("arrival_delay"))
            .isEqualTo(arrived ? flight.get("arr_delay") + ".0" : null);
        assertThat(row.get("carrier")).isEqualTo("'" + flight.get("carrier") + "'");
      }
    }
  }

  @Test
  void theFirstFlightIsWrittenAsItHappened() {
    Map<String, String> row = result(TRANSACTIONS).rows.get(1);
    assertThat(row)
        .containsEntry("route", "N'EWR \u2192 IAH'")
        .containsEntry("flight_no", "1545")
        .containsEntry("tail_number", "'N14228'")
        .containsEntry("flight_date", "'2013-01-01'")
        .containsEntry("scheduled_at", "'2013-01-01T05:15:00'")
        .containsEntry("departed_at", "'2013-01-01T05:17:00'")
        .containsEntry("departure_delay", "2.0")
        .containsEntry("arrival_delay", "11.0")
        .containsEntry("on_time", "1")
        .containsEntry("air_minutes", "227")
        // 1400 statute miles of 1609.344 m.
        .containsEntry("distance_m", "2253082");
    assertThat(Double.parseDouble(row.get("speed_kmh"))).isBetween(595.5, 595.6);
  }

  @Test
  void theTableIsTheSameForEverySeed() {
    Map<Integer, Map<String, String>> expected = result(TRANSACTIONS).rows;
    for (long seed : new long[] {0, 1, -7, 42, Long.MAX_VALUE}) {
      List<WorkloadTransaction> others = new FlightsWorkload(seed).transactions();
      assertThat(others).isNotEqualTo(TRANSACTIONS);
      assertThat(result(others).rows).isEqualTo(expected);
    }
  }

  @Test
  void aSeedGivesTheSameListEveryTime() {
    assertThat(new FlightsWorkload(SEED).transactions()).isEqualTo(TRANSACTIONS);
  }

  @Test
  void theNightOfTheFirstDayIsEmpty() {
    // 00:00 to 05:00 in New York, five hours behind UTC in January.
    for (long seed = 0; seed < 10; seed++) {
      assertThat(new FlightsWorkload(seed).transactions().get(0).at())
          .isBetween(Instant.parse("2013-01-01T10:00:00Z"), Instant.parse("2013-01-01T10:25:00Z"));
    }
  }

  @Test
  void instantsAreInOrderAndFillFourDays() {
    for (int i = 1; i < TRANSACTIONS.size(); i++) {
      assertThat(TRANSACTIONS.get(i).at()).isAfterOrEqualTo(TRANSACTIONS.get(i - 1).at());
    }
    assertThat(TRANSACTIONS.get(TRANSACTIONS.size() - 1).at())
        .isBetween(Instant.parse("2013-01-05T05:00:00Z"), Instant.parse("2013-01-05T16:00:00Z"));
  }

  @Test
  void transactionsAreOfMixedSizes() {
    assertThat(TRANSACTIONS).allMatch(each -> each.rows() >= 1 && each.rows() <= 40);
    assertThat(TRANSACTIONS).anyMatch(each -> each.rows() == 1);
    assertThat(TRANSACTIONS).anyMatch(each -> each.rows() > 30);
    assertThat(TRANSACTIONS).anyMatch(each -> each.statements().size() > 5);
    assertThat(TRANSACTIONS).anyMatch(each -> each.rows() > 1 && each.statements().size() == 1);
  }

  @Test
  void aTransactionThatIsRolledBackComesAgain() {
    int rolledBack = 0;
    for (int i = 0; i < TRANSACTIONS.size(); i++) {
      if (TRANSACTIONS.get(i).rolledBack()) {
        rolledBack++;
        assertThat(TRANSACTIONS.get(i + 1).rolledBack()).isFalse();
        assertThat(TRANSACTIONS.get(i + 1).statements())
            .isEqualTo(TRANSACTIONS.get(i).statements());
      }
    }
    assertThat(rolledBack).isBetween(20, TRANSACTIONS.size() / 10);
  }

  @Test
  void theDefinitionNamesEveryColumnThatIsWritten() {
    FlightsTable table = result(TRANSACTIONS);
    for (String column : table.rows.get(1).keySet()) {
      assertThat(FlightsWorkload.tableDdl()).contains("\n  " + column + " ");
    }
    assertThat(FlightsWorkload.tableDdl()).startsWith("CREATE TABLE " + FlightsWorkload.TABLE);
  }
}
