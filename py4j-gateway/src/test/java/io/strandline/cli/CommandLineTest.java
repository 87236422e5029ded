package io.strandline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.option.Option;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exit codes, streams and documents of the commands that need no source. */
class CommandLineTest {

  private static final Instant UNTIL = Instant.parse("2013-01-01T15:00:00Z");
  private static final Instant SINCE = Instant.parse("2013-01-01T10:30:00Z");

  private static final Offset READ =
      new Offset(Lsn.parse("0x0000002A000001F40003"), UNTIL.plusSeconds(60));

  @TempDir static Path warehouse;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void publish() {
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.fixed(UNTIL))) {
      TableLocations locations = new TableLocations("", "", control(), warehouse.toString());
      ControlTable control = store.control(locations);
      control.createIfAbsent();
      control.publish(row("orders", MadeTable.of(store, warehouse, "orders", READ, SINCE)));
      control.publish(row("gone", "the id of a table that is gone"));
    }
  }

  private static ControlRow row(String table, String id) {
    return new ControlRow(table, id, "app", Optional.of(UNTIL), Granularity.HOUR, SINCE, READ);
  }

  private static String control() {
    return warehouse.resolve("strandline_control").toString();
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int isFinal(String from, String until, String... more) {
    String[] arguments = {
      "is-final", "--control", control(), "--table", "orders", "--from", from, "--until", until
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return run(all);
  }

  @Test
  void aFinalPeriodExitsWithZero() {
    assertThat(isFinal("2013-01-01T14:00Z", "2013-01-01T15:00Z", "--json")).isZero();
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains("\"status\":\"final\"", "\"finalized_until\":\"2013-01-01T15:00:00Z\"");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aPeriodOfATableThatIsGoneIsOpen() {
    assertThat(
            run(
                "is-final",
                "--control",
                control(),
                "--table",
                "gone",
                "--from",
                "2013-01-01T14:00Z",
                "--until",
                "2013-01-01T15:00Z",
                "--json"))
        .isEqualTo(3);
    assertThat(out.toString()).contains("\"status\":\"open\"", "\"finalized_until\":null");
    assertThat(err.toString())
        .contains("warning", "gone", UNTIL.toString(), "does not confirm", "explain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verdict", "is-final"})
  void theHelpTellsHowAGroupIsNamed(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("group:<name>");
  }

  @Test
  void anOpenPeriodExitsWithThree() {
    assertThat(isFinal("2013-01-01T15:00Z", "2013-01-01T16:00Z", "--json")).isEqualTo(3);
    assertThat(out.toString()).contains("\"status\":\"open\"");
  }

  @Test
  void aPeriodBeforeTheHistoryExitsWithZeroAndWarns() {
    assertThat(isFinal("2013-01-01T10:00Z", "2013-01-01T11:00Z", "--json")).isZero();
    assertThat(out.toString()).contains("\"status\":\"final_with_gap\"");
    assertThat(err.toString()).contains("warning").contains(SINCE.toString());
  }

  @Test
  void anOffsetOtherThanUtcIsTheSameInstant() {
    assertThat(isFinal("2013-01-01T09:00-05:00", "2013-01-01T10:00-05:00")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2013-01-01T14:00", "2013-01-01", "14:00Z", "yesterday"})
  void anInstantWithoutAZoneIsWrongUsage(String from) {
    assertThat(isFinal(from, "2013-01-01T15:00Z")).isEqualTo(2);
    assertThat(err.toString()).contains("zone");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void waitingEndsAtOnceForAFinalPeriodAndWithThreeForAnOpenOne() {
    assertThat(isFinal("2013-01-01T14:00Z", "2013-01-01T15:00Z", "--wait", "PT24H")).isZero();
    assertThat(isFinal("2013-01-01T15:00Z", "2013-01-01T16:00Z", "--wait", "PT0.01S")).isEqualTo(3);
  }

  @Test
  void aWaitForATableWithoutAVerdictSaysSoBeforeItBegins() {
    String[] period = {"--from", "2013-01-01T15:00Z", "--until", "2013-01-01T16:00Z"};
    String[] other = {"is-final", "--control", control(), "--table", "other", "--wait", "P32D"};

    assertThat(run(Stream.of(other, period).flatMap(Stream::of).toArray(String[]::new)))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no verdict of other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "P32D", "30", "soon"})
  void aWaitOutOfItsRangeIsWrongUsage(String wait) {
    assertThat(isFinal("2013-01-01T15:00Z", "2013-01-01T16:00Z", "--wait=" + wait)).isEqualTo(2);
    assertThat(err.toString()).contains("wait");
  }

  @Test
  void anEmptyPeriodIsWrongUsage() {
    assertThat(isFinal("2013-01-01T15:00Z", "2013-01-01T15:00Z")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "./orders/", "orders/", "ABSOLUTE"})
  void theNamesOfATableAreOneControlRow(String name) {
    String table = name.equals("ABSOLUTE") ? warehouse.resolve("orders").toString() : name;
    assertThat(run("verdict", "--control", control(), "--table", table, "--json")).isZero();
    assertThat(out.toString()).contains("\"table\":\"orders\"", "2013-01-01T15:00:00Z");
  }

  @Test
  void aTableWithoutAVerdictHasNone() {
    assertThat(run("verdict", "--control", control(), "--table", "other", "--json")).isZero();
    assertThat(out.toString()).contains("\"finalized_until\":null");
    assertThat(err.toString()).contains("no verdict of other");
  }

  @Test
  void aValueOfAnUnknownOptionIsNotRepeated() {
    assertThat(run("ingest", "--json", "--password", "hunter2", "--pwd=hunter2")).isEqualTo(2);
    assertThat(out + err.toString()).contains("--password", "--pwd").doesNotContain("hunter2");
  }

  @Test
  void wrongUsageIsOneDocumentToo() {
    assertThat(run("is-final", "--control", control(), "--json")).isEqualTo(2);
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains("\"code\":\"INVALID_OPTIONS\"", "--table");
  }

  @Test
  void missingOptionsAreWrongUsageThatNamesThemAll() {
    assertThat(run("ingest", "--json")).isEqualTo(2);
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains("\"code\":\"INVALID_OPTIONS\"", "captureInstance", "target", "\"remedy\"");
  }

  @Test
  void anUnknownOptionAndAnUnknownCommandAreWrongUsage() {
    assertThat(run("ingest", "--tarket", "x")).isEqualTo(2);
    assertThat(run("injest")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aPropertiesFileBringsOptionsAndArgumentsWin() throws Exception {
    Path file = warehouse.resolve("stream.properties");
    Files.writeString(file, "captureInstance=dbo_orders\ngranularity=week\n");
    assertThat(run("ingest", "--options", file.toString(), "--granularity", "year")).isEqualTo(2);
    assertThat(err.toString()).contains("year").doesNotContain("week").doesNotContain("dbo_orders");
  }

  @ParameterizedTest
  @EnumSource
  void everyOptionButThePasswordIsAnArgument(Option option) {
    assertThat(run("ingest", "--help")).isZero();
    if (option == Option.PASSWORD) {
      assertThat(out.toString()).doesNotContain("--password=").doesNotContain("--password ");
    } else {
      assertThat(out.toString()).contains(option.cliName());
    }
  }
}
