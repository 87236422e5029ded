package io.strandline.checks.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.codec.ExplanationCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.explain.Explanation;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.Finality;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instants that are no answerable question, at every entry that takes one. */
final class PeriodsTest {

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  @TempDir static Path folder;
  private static Scene scene;
  private static Stream stream;

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    stream = scene.stream();
    scene.idle(Duration.ofMinutes(62));
    stream.ingest();
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static String control() {
    return scene.warehouse.resolve("strandline_control").toString();
  }

  private static Instant instant(String text) {
    return switch (text) {
      case "MIN" -> Instant.MIN;
      case "MAX" -> Instant.MAX;
      default -> Instant.parse(text);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "MIN, 2013-01-01T06:00:00Z, years 0001 to 9999",
    "2013-01-01T06:00:00Z, MAX, years 0001 to 9999",
    "MIN, MAX, years 0001 to 9999",
    "MAX, MIN, years 0001 to 9999",
    "-0001-12-31T23:59:59Z, 2013-01-01T06:00:00Z, years 0001 to 9999",
    "0000-12-31T23:59:59Z, 2013-01-01T06:00:00Z, years 0001 to 9999",
    "2013-01-01T06:00:00Z, +10000-01-01T00:00:00Z, years 0001 to 9999",
    "2013-01-01T06:00:00Z, 2013-01-01T06:00:00Z, not after",
    "2013-01-01T06:00:00Z, 2013-01-01T05:00:00Z, not after"
  })
  void areRefused(String from, String until, String why) {
    Instant start = instant(from);
    Instant end = instant(until);
    Map<String, Long> before = scene.listing();
    scene.log.clear();
    try (Verdicts verdicts = Strandline.verdicts(control());
        Overview overview = Strandline.overview(control())) {
      List<ThrowingCallable> entries =
          List.of(
              () -> stream.isFinal(start, end),
              () -> stream.explain(start, end),
              () -> verdicts.isFinal("flights", start, end),
              () -> verdicts.isFinal("none", start, end),
              () -> overview.explain("flights", start, end),
              () -> overview.explain("none", start, end));
      for (ThrowingCallable entry : entries) {
        assertThatThrownBy(entry)
            .isInstanceOfSatisfying(
                InvalidOptionsException.class,
                error -> assertThat(error.remedy()).contains("after its start"))
            .hasMessageContaining(why);
      }
    }
    assertThat(scene.log.texts()).as("what the source was asked").isEmpty();
    assertThat(scene.listing()).isEqualTo(before);
  }

  @Test
  void ofTheFirstAndTheLastYearAreAnswered() {
    try (Overview overview = Strandline.overview(control())) {
      List<Explanation> explanations = new ArrayList<>();
      explanations.add(stream.explain(FIRST, LAST));
      explanations.add(stream.explain(LAST.minusNanos(1), LAST));
      explanations.add(stream.explain(FIRST, FIRST.plusNanos(1)));
      explanations.add(overview.explain("flights", FIRST, LAST));
      assertThat(explanations)
          .extracting(Explanation::finality)
          .containsExactly(Finality.OPEN, Finality.OPEN, Finality.FINAL_WITH_GAP, Finality.OPEN);
      assertThat(ExplanationCodec.write(explanations.get(0)))
          .contains("\"from\":\"0001-01-01T00:00:00Z\"", "9999-12-31T23:59:59.999999999Z");
    }
  }

  @Test
  void aHistoryIsOfAnySpan() {
    try (Overview overview = Strandline.overview(control())) {
      assertThat(overview.history("flights", Instant.MIN, 10)).isNotEmpty();
      assertThat(overview.history("flights", FIRST, 10)).isNotEmpty();
      assertThat(overview.history("flights", LAST, 10)).isEmpty();
      assertThat(overview.history("flights", Instant.MAX, 10)).isEmpty();
      for (int most : new int[] {0, -1, Integer.MIN_VALUE}) {
        assertThatThrownBy(() -> overview.history("flights", FIRST, most))
            .isInstanceOf(InvalidOptionsException.class)
            .hasMessageContaining(String.valueOf(most));
      }
    }
  }

  private static String run(int expected, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertThat(code).as("%s%s", out, err).isEqualTo(expected);
    assertThat(out.toString()).doesNotContain("INTERNAL");
    assertThat(err.toString()).doesNotContain("\tat ", "Exception");
    return out.toString() + err;
  }

  @ParameterizedTest
  @CsvSource({
    "0000-12-31T23:59:59Z, 2013-01-01T06:00:00Z",
    "0001-01-01T00:00:00+01:00, 2013-01-01T06:00:00Z",
    "2013-01-01T06:00:00Z, 9999-12-31T23:59:59-01:00",
    "2013-01-01T06:00:00Z, +10000-01-01T00:00:00Z",
    "-999999999-01-01T00:00:00+18:00, +999999999-12-31T23:59:59.999999999-18:00",
    "2013-01-01T06:00:00Z, 2013-01-01T06:00:00+01:00"
  })
  void onTheCommandLineAreWrongUsage(String from, String until) {
    String[] period = {"--from=" + from, "--until=" + until, "--json"};
    assertThat(run(2, with(period, "is-final", "--control", control(), "--table", "flights")))
        .contains("\"code\":\"INVALID_OPTIONS\"");
    assertThat(run(2, with(period, "explain", "--capture-instance", "x", "--target", "y")))
        .contains("\"code\":\"INVALID_OPTIONS\"");
  }

  private static String[] with(String[] more, String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource({"1", "3660"})
  void aPageIsOfSomeDays(String days) {
    String page = folder.resolve("page.html").toString();
    run(0, "status", "--control", control(), "--html", page, "--days", days);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "3661", "2147483647", "-2147483648"})
  void aPageOfNoDaysOrTooManyIsWrongUsage(String days) {
    String page = folder.resolve("none.html").toString();
    assertThat(run(2, "status", "--control", control(), "--html", page, "--days", days, "--json"))
        .contains("--days");
    assertThat(folder.resolve("none.html")).doesNotExist();
  }
}
