package io.strandline.checks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.delta.TableReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds the tables of a warehouse against what the lab says was committed. */
public final class BronzeOracle {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private BronzeOracle() {}

  /** Bronze holds the changes, each once, in every column. */
  public static void verifyBronze(Path bronze, List<Map<String, Object>> changes) {
    Map<String, Integer> expected = new HashMap<>();
    changes.forEach(change -> expected.merge(expected(change), 1, Integer::sum));
    Map<String, Integer> found = new HashMap<>();
    new TableReader()
        .forEach(
            bronze.toString(),
            List.of(),
            row -> found.merge(found(new TreeMap<>(row)), 1, Integer::sum));
    assertThat(found).isEqualTo(expected);
    assertThat(found).isNotEmpty();
  }

  /** Facts has exactly one row a committed batch, and the rows add up to bronze's. */
  public static void verifyFacts(Path facts, long bronzeRows) {
    List<Long> batches = new ArrayList<>();
    long[] rows = {0};
    new TableReader()
        .forEach(
            facts.toString(),
            List.of("batch_id", "event", "rows"),
            row -> {
              if (row.get("event") == null) {
                batches.add((Long) row.get("batch_id"));
                rows[0] += (Long) row.get("rows");
              }
            });
    batches.sort(Long::compare);
    List<Long> expected = new ArrayList<>();
    for (long batch = 0; batch < batches.size(); batch++) {
      expected.add(batch);
    }
    assertThat(batches).isEqualTo(expected).isNotEmpty();
    assertThat(rows[0]).isEqualTo(bronzeRows);
  }

  /** The end offset of the newest batch. */
  public static String end(Path facts) {
    String[] end = {""};
    new TableReader()
        .forEach(
            facts.toString(),
            List.of("end_lsn"),
            row -> {
              String lsn = (String) row.get("end_lsn");
              end[0] = end[0].compareTo(lsn) < 0 ? lsn : end[0];
            });
    return end[0];
  }

  private static String expected(Map<String, Object> change) {
    Map<String, Object> row = new TreeMap<>(change);
    row.put("_start_lsn", "0x" + HEX.formatHex((byte[]) row.remove("start_lsn")));
    row.put("_seqval", "0x" + HEX.formatHex((byte[]) row.remove("seqval")));
    row.put("_operation", row.remove("operation"));
    row.put("_command_id", row.remove("command_id"));
    LocalDateTime utc = ((Timestamp) row.remove("commit_utc")).toLocalDateTime();
    row.put("_commit_ts", utc.toInstant(ZoneOffset.UTC));
    row.put("_capture_instance", "dbo_flights");
    row.put("_snapshot", null);
    row.put("_chunk", null);
    return text(row);
  }

  private static String found(Map<String, Object> row) {
    row.remove("_batch_id");
    return text(row);
  }

  private static String text(Map<String, Object> row) {
    row.replaceAll((name, value) -> canonical(value));
    return row.toString();
  }

  private static Object canonical(Object value) {
    if (value instanceof Short number) {
      return number.intValue();
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof Timestamp time) {
      return time.toLocalDateTime();
    }
    if (value instanceof Date date) {
      return date.toLocalDate();
    }
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    boolean plain =
        value == null
            || value instanceof Instant
            || value instanceof LocalDate
            || value instanceof LocalDateTime
            || value instanceof String
            || value instanceof Number
            || value instanceof Boolean;
    assertThat(plain).as("a value of %s", value).isTrue();
    return String.valueOf(value);
  }
}
