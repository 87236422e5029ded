package io.strandline.checks.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each check fails, and says why, where its fact does not hold. */
class BrokenFactsTest {

  private static final String FAR = "SELECT CONVERT(binary(10), 0x7FFFFFFFFFFFFFFFFFFF)";

  private static CheckLab lab;

  @BeforeAll
  static void start() {
    lab = CheckLab.start(CheckLab.CONFIG);
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  private static Settings settings(ZoneId zone) {
    return new Settings(CheckLab.LIMITS, Optional.of(zone));
  }

  private static String failure(String check, UnaryOperator<String> change) throws SQLException {
    return failure(
        CheckLab.run(Tampering.with(lab.connector(), change), check, settings(CheckLab.ZONE)));
  }

  private static String failure(CheckResult result) {
    assertThat(result.outcome()).isInstanceOf(Outcome.Failed.class);
    return result.outcome().text();
  }

  /** Changes statements that contain {@code where}. */
  private static UnaryOperator<String> swap(String where, String from, String to) {
    return text -> text.contains(where) ? text.replace(from, to) : text;
  }

  @Test
  void idleAdvanceWithoutIdleEntries() throws SQLException {
    try (CheckLab still =
        CheckLab.start(CheckLab.CONFIG.withSpeed(1000).withIdleInterval(Duration.ofDays(10)))) {
      assertThat(failure(still.check("idle-advance"))).contains("stands still");
    }
  }

  @Test
  void idleAdvanceWithOldTimes() throws SQLException {
    UnaryOperator<String> old =
        swap("tran_id", "tran_end_time", "DATEADD(minute, -10, tran_end_time)");
    assertThat(failure("idle-advance", old)).contains("not current");
  }

  @Test
  void heartbeatThatDoesNotBeat() throws SQLException {
    UnaryOperator<String> dead = swap("beat + 1", "WHERE id = 1", "WHERE id = 2");
    assertThat(failure("heartbeat", dead)).contains("max_lsn");
  }

  @Test
  void timeZoneOtherThanTold() throws SQLException {
    CheckResult result =
        CheckLab.run(lab.connector(), "time-zone", settings(ZoneId.of("Asia/Kathmandu")));
    assertThat(failure(result)).contains("Asia/Kathmandu is 345 minutes").contains("-300");
  }

  @Test
  void commitTimesInUtc() throws SQLException {
    UnaryOperator<String> utc = swap("tran_id", "tran_end_time", "DATEADD(hour, 5, tran_end_time)");
    assertThat(failure("time-zone", utc)).contains("is not between the server's local clock");
  }

  @Test
  void commitTimesThatGoBack() throws SQLException {
    AtomicInteger beats = new AtomicInteger();
    String found =
        failure(
            "time-zone",
            text -> {
              if (text.contains("beat + 1") && beats.incrementAndGet() == 100) {
                // Three seconds of ours, longer than a round trip.
                lab.stepBack(Duration.ofMinutes(10));
              }
              return text;
            });
    assertThat(found).contains("have an earlier time");
  }

  @Test
  void lostBeforeImages() throws SQLException {
    UnaryOperator<String> lossy =
        swap("__$update_mask", "ORDER BY", "WHERE __$operation <> 3 ORDER BY");
    assertThat(failure("read-semantics", lossy)).contains("[2, 4, 4, 1]");
  }

  @Test
  void masksOfEverything() throws SQLException {
    UnaryOperator<String> full =
        swap("__$update_mask", "__$update_mask", "CAST(0x0F AS varbinary(128))");
    assertThat(failure("read-semantics", full)).contains("mask");
  }

  @Test
  void readersThatDoNotWait() throws SQLException {
    UnaryOperator<String> dirty = swap("SELECT amount", "WHERE id", "WITH (NOLOCK) WHERE id");
    assertThat(failure("isolation", dirty)).contains("not error 1222");
  }

  @Test
  void maxLsnAheadOfTheRows() throws SQLException {
    UnaryOperator<String> ahead = text -> text.contains("max_lsn") ? FAR : text;
    assertThat(failure("watermark", ahead)).contains("appeared at or below max_lsn");
  }

  @Test
  void rowsLostBySecondInstance() throws SQLException {
    UnaryOperator<String> lossy = swap("_v2_CT]", "ORDER BY", "WHERE id % 50 <> 0 ORDER BY");
    assertThat(failure("capture-switch", lossy)).contains("is not alike in both");
  }

  @Test
  void chunksWithLostChanges() throws SQLException {
    UnaryOperator<String> lossy =
        swap("__$operation, id, amount, name", "ORDER BY", "AND id % 7 <> 0 ORDER BY");
    assertThat(failure("chunk-overlap", lossy)).contains("rows are wrong");
  }

  @Test
  void chunksStampedTooLate() throws SQLException {
    AtomicInteger asked = new AtomicInteger();
    UnaryOperator<String> late =
        text -> text.contains("max_lsn") && asked.incrementAndGet() > 1 ? FAR : text;
    assertThat(failure("chunk-overlap", late)).contains("rows are wrong");
  }

  @Test
  void columnChangesThatAreNotTold() throws SQLException {
    UnaryOperator<String> silent = text -> text.contains("ADD added") ? "SELECT 1" : text;
    assertThat(failure("ddl-timing", silent)).contains("0 rows in the DDL history");
  }

  @Test
  void cleanupThatDoesNotMoveMinLsn() throws SQLException {
    UnaryOperator<String> fixed =
        text -> text.contains("min_lsn") ? "SELECT CONVERT(binary(10), 0x01)" : text;
    assertThat(failure("cleanup", fixed)).contains("rows were gone while min_lsn was still");
  }

  @Test
  void aFetchThatLosesARow() throws SQLException {
    UnaryOperator<String> lossy = swap("ratio, done", "ORDER BY", "WHERE id <> 1500 ORDER BY");
    assertThat(failure("fetch-throughput", lossy)).contains("1999 rows of 2000");
  }

  @Test
  void aServerErrorIsNamed() throws SQLException {
    UnaryOperator<String> broken = swap("__$update_mask", "__$update_mask", "no_such_column");
    assertThat(failure("read-semantics", broken)).contains("error 207");
  }
}
