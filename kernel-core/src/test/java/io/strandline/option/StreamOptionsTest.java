package io.strandline.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.lsn.Lsn;
import io.strandline.port.TableLocations;
import io.strandline.snapshot.SnapshotIsolation;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StreamOptionsTest {

  private static OptionValues required() {
    return new OptionValues()
        .set(Option.CAPTURE_INSTANCE, "dbo_orders")
        .set(Option.TARGET, "/data/warehouse/orders/");
  }

  @Test
  void defaultsAreTheDocumentedOnes() {
    StreamOptions options = StreamOptions.of(required());
    assertThat(options)
        .isEqualTo(
            new StreamOptions(
                "dbo_orders",
                "dbo_orders",
                new TableLocations(
                    "/data/warehouse/orders/",
                    "/data/warehouse/strandline_facts",
                    "/data/warehouse/strandline_control",
                    "/data/warehouse"),
                Granularity.HOUR,
                new StartingPoint.Earliest(),
                ColumnOptions.ALL,
                new BatchBounds(1_000_000, Long.MAX_VALUE, 4, 50_000),
                new ChangePolicy(true, false, false),
                new ClockLimits(
                    Duration.ofMinutes(1),
                    Optional.of(Duration.ofHours(1)),
                    false,
                    Duration.ofMinutes(10)),
                SnapshotReads.DEFAULT,
                Duration.ofMinutes(5)));
  }

  @Test
  void everyOptionOfAStreamIsTaken() {
    StreamOptions options =
        StreamOptions.of(
            required()
                .set(Option.APP_ID, "orders-v2")
                .set(Option.WAREHOUSE, "/w")
                .set(Option.FACTS, "/f")
                .set(Option.CONTROL, "/c")
                .set(Option.GRANULARITY, "day")
                .set(Option.STARTING_LSN, "0x0000002A000001F40003")
                .set(Option.DATETIME_TYPE, "string")
                .set(Option.INCLUDE_COLUMNS, " id ,[a, b], [c]]d]")
                .set(Option.SINGLE_WRITER, "true")
                .set(Option.MAX_ROWS_PER_BATCH, "7")
                .set(Option.MAX_COMMITS_PER_BATCH, "5")
                .set(Option.NUM_PARTITIONS, "2")
                .set(Option.FAIL_ON_DATA_LOSS, "false")
                .set(Option.SCHEMA_CHANGE_POLICY, "fail")
                .set(Option.SNAPSHOT_ISOLATION, "snapshot")
                .set(Option.LOCK_TIMEOUT, "PT5S")
                .set(Option.CLOCK_AHEAD, "clamp")
                .set(Option.MAX_CLOCK_REGRESSION, "PT1M")
                .set(Option.IDLE_COMMIT_INTERVAL, "PT1H")
                .set(Option.MAX_CLOCK_SKEW, "PT0S")
                .set(Option.MAX_CLOCK_DISAGREEMENT, "off"));
    assertThat(options)
        .isEqualTo(
            new StreamOptions(
                "dbo_orders",
                "orders-v2",
                new TableLocations("/data/warehouse/orders/", "/f", "/c", "/w", true),
                Granularity.DAY,
                new StartingPoint.After(Lsn.parse("0x0000002A000001F40003")),
                new ColumnOptions(List.of("id", "a, b", "c]d"), List.of(), DatetimeType.STRING),
                new BatchBounds(7, 5, 2, 50_000),
                new ChangePolicy(false, true, false),
                new ClockLimits(Duration.ZERO, Optional.empty(), true, Duration.ofMinutes(1)),
                new SnapshotReads(SnapshotIsolation.SNAPSHOT, Optional.of(Duration.ofSeconds(5))),
                Duration.ofHours(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "GRANULARITY, Hour",
    "GRANULARITY, week",
    "STARTING_LSN, now",
    "STARTING_LSN, 0x0000002a000001f40003",
    "DATETIME_TYPE, TIMESTAMP",
    "DATETIME_TYPE, date",
    "INCLUDE_COLUMNS, 'a,,b'",
    "EXCLUDE_COLUMNS, ''",
    "EXCLUDE_COLUMNS, '[a'",
    "EXCLUDE_COLUMNS, '[a] b'",
    "EXCLUDE_COLUMNS, 'a[b]'",
    "MAX_ROWS_PER_BATCH, 0",
    "MAX_ROWS_PER_BATCH, -1",
    "MAX_ROWS_PER_BATCH, many",
    "SINGLE_WRITER, yes",
    "IDLE_COMMIT_INTERVAL, PT61M",
    "IDLE_COMMIT_INTERVAL, 5",
    "MAX_CLOCK_SKEW, PT-1S",
    "MAX_CLOCK_DISAGREEMENT, never",
    "APP_ID, ' '"
  })
  void aWrongValueNamesItsOption(Option option, String text) {
    assertThatThrownBy(() -> StreamOptions.of(required().set(option, text)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining(option.javaName());
  }

  @Test
  void columnsAreEitherIncludedOrExcluded() {
    assertThatThrownBy(
            () ->
                StreamOptions.of(
                    required().set(Option.INCLUDE_COLUMNS, "a").set(Option.EXCLUDE_COLUMNS, "b")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("includeColumns and excludeColumns");
  }

  @Test
  void oneErrorNamesEveryFault() {
    Properties properties = new Properties();
    properties.setProperty("granularity", "week");
    properties.setProperty("maxRowsPerBatsch", "7");
    assertThatThrownBy(() -> StreamOptions.of(OptionValues.of(properties)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("captureInstance is required")
        .hasMessageContaining("target is required")
        .hasMessageContaining("granularity 'week'")
        .hasMessageContaining("unknown option 'maxRowsPerBatsch'");
  }

  @ParameterizedTest
  @CsvSource({"orders, .", "./orders/, .", "/orders, /", "/a/b/c//, /a/b", "s3://b/x/y, s3://b/x"})
  void theWarehouseIsTheTargetsParent(String target, String parent) {
    assertThat(TablePaths.parent(target)).isEqualTo(parent);
  }

  /** Two targets of one name below folders of their own would have one row of verdicts. */
  @ParameterizedTest
  @EnumSource(
      value = Option.class,
      names = {"FACTS", "CONTROL"})
  void sharedTablesElsewhereNeedAWarehouse(Option option) {
    assertThatThrownBy(() -> StreamOptions.of(required().set(option, "/data/shared/table")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining(option.javaName() + " '/data/shared/table'")
        .hasMessageContaining("warehouse is required");
    assertThat(
            StreamOptions.of(
                    required()
                        .set(option, "/data/shared/table")
                        .set(Option.WAREHOUSE, "/data/warehouse"))
                .tables()
                .warehouse())
        .isEqualTo("/data/warehouse");
    assertThat(
            StreamOptions.of(required().set(option, "/data/warehouse/mine")).tables().warehouse())
        .isEqualTo("/data/warehouse");
  }

  @Test
  void namesOfStreamsAreBoundedText() {
    String longest = "a".repeat(256);
    assertThat(StreamOptions.of(required().set(Option.APP_ID, longest)).appId()).isEqualTo(longest);
    for (String wrong : List.of(longest + "a", "half \ud83d")) {
      assertThatThrownBy(() -> StreamOptions.of(required().set(Option.APP_ID, wrong)))
          .isInstanceOf(InvalidOptionsException.class)
          .hasMessageContaining("appId");
    }
  }

  @Test
  void aConfigurationNeverShowsItsPassword() {
    StrandlineConfig config =
        StrandlineConfig.of(
            new OptionValues()
                .set(Option.URL, "jdbc:sqlserver://db:1433;password=hidden;databaseName=x")
                .set(Option.USER, "reader")
                .set(Option.PASSWORD, "hidden"));
    assertThat(config.toString()).doesNotContain("hidden").contains("jdbc:sqlserver://db:1433");
  }

  @Test
  void anotherDriversUrlIsRefused() {
    assertThatThrownBy(
            () -> StrandlineConfig.of(new OptionValues().set(Option.URL, "jdbc:postgresql://db/x")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("url");
  }

  @Test
  void retriesAreBounded() {
    OptionValues values = url();

    assertThat(StrandlineConfig.of(values).sourceRetries()).isEqualTo(3);
    assertThat(StrandlineConfig.of(values).retryDelay()).isEqualTo(Duration.ofSeconds(1));
    values.set(Option.SOURCE_RETRIES, "0").set(Option.RETRY_DELAY, "PT0.2S");
    assertThat(StrandlineConfig.of(values).sourceRetries()).isZero();
    assertThat(StrandlineConfig.of(values).retryDelay()).isEqualTo(Duration.ofMillis(200));
    for (String wrong : new String[] {"-1", "11", "many", ""}) {
      assertThatThrownBy(() -> StrandlineConfig.of(url().set(Option.SOURCE_RETRIES, wrong)))
          .hasMessageContaining("sourceRetries");
    }
    for (String wrong : new String[] {"PT0S", "PT61S", "-PT1S", "soon"}) {
      assertThatThrownBy(() -> StrandlineConfig.of(url().set(Option.RETRY_DELAY, wrong)))
          .hasMessageContaining("retryDelay");
    }
  }

  private static OptionValues url() {
    return new OptionValues().set(Option.URL, "jdbc:sqlserver://db:1433");
  }

  private static final String FAULTS_IN_ORDER =
      "the options are not valid: captureInstance is required: capture instance to follow; target"
          + " is required: path or URI of the bronze table; granularity 'week' is wrong: length of"
          + " the periods that are finalized: minute, hour or day, in UTC; maxRowsPerBatch 0 is"
          + " below 1; bootstrap 'yes' is neither false nor true; maxClockSkew 'soon' is no ISO 8601"
          + " duration, such as PT5M";

  private static OptionValues faulty() {
    return new OptionValues()
        .set(Option.MAX_CLOCK_SKEW, "soon")
        .set(Option.BOOTSTRAP, "yes")
        .set(Option.GRANULARITY, "week")
        .set(Option.FACTS, "/elsewhere/facts")
        .set(Option.MAX_ROWS_PER_BATCH, "0");
  }

  @Test
  void everyFaultIsNamedOnceInTheOptionsOrder() {
    OptionValues values = faulty();
    for (int call = 0; call < 3; call++) {
      assertThatThrownBy(() -> StreamOptions.of(values)).hasMessage(FAULTS_IN_ORDER);
    }
    assertThatThrownBy(() -> StreamOptions.of(faulty().over(values))).hasMessage(FAULTS_IN_ORDER);
    assertThatThrownBy(() -> StreamOptions.of(values.over(values))).hasMessage(FAULTS_IN_ORDER);
  }

  @Test
  void aFaultThatWasCorrectedIsGone() {
    OptionValues values = required().set(Option.GRANULARITY, "week");
    assertThatThrownBy(() -> StreamOptions.of(values)).hasMessageContaining("week");
    assertThat(StreamOptions.of(values.set(Option.GRANULARITY, "day")).granularity())
        .isEqualTo(Granularity.DAY);
  }

  @Test
  void faultsOfOtherOptionsStayWithThem() {
    OptionValues values =
        faulty().set(Option.URL, "jdbc:other:").set(Option.GROUP_CONNECTIONS, "0");
    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(() -> StrandlineConfig.of(values))
          .hasMessage("the options are not valid: url does not start with jdbc:sqlserver:");
      assertThatThrownBy(() -> GroupOptions.of(values))
          .hasMessage("the options are not valid: groupConnections 0 is not between 2 and 256");
      assertThatThrownBy(() -> StreamOptions.of(values)).hasMessage(FAULTS_IN_ORDER);
    }
  }

  @Test
  void unknownOptionsAreNamedOnceWhateverTheyAreMergedWith() {
    Properties properties = new Properties();
    properties.setProperty("tarket", "x");
    properties.setProperty("appID", "x");
    OptionValues common = OptionValues.of(properties);
    OptionValues member = OptionValues.of(properties).over(common).over(required());
    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(() -> StreamOptions.of(member))
          .hasMessage("the options are not valid: unknown option 'appID'; unknown option 'tarket'");
    }
  }
}
