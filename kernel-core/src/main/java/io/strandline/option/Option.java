package io.strandline.option;

import java.util.Locale;
import java.util.Optional;

/**
 * Every option, with its one name in four forms: {@code maxRowsPerBatch} (Java, properties), {@code
 * --max-rows-per-batch} (command line), {@code max_rows_per_batch} (JSON, Python).
 *
 * <p>Durations are ISO 8601, such as {@code PT5M}.
 */
public enum Option {
  URL("JDBC URL of the source database; encryption and verification stay on unless it says so"),
  USER("login name; may be in the URL instead"),
  PASSWORD("password of the login; never a command line argument"),
  SOURCE_TIME_ZONE(
      "zone of the server's local clock, IANA or Windows name; required before SQL Server 2022"),
  CAPTURE_INSTANCE("capture instance to follow"),
  TARGET("path or URI of the bronze table"),
  APP_ID("name of the stream; default: the capture instance"),
  WAREHOUSE("folder that table names are relative to; default: the target's parent folder"),
  FACTS("path or URI of the facts table; default: strandline_facts in the warehouse"),
  CONTROL("path or URI of the control table; default: strandline_control in the warehouse"),
  SINGLE_WRITER(
      "true if one process alone ever writes these tables; allows locations without a safe commit",
      "false"),
  GRANULARITY("length of the periods that are finalized: minute, hour or day, in UTC", "hour"),
  STARTING_LSN(
      "where a new table begins: earliest, latest, or the LSN already processed", "earliest"),
  DATETIME_TYPE(
      "type of datetime, datetime2 and smalldatetime columns: timestamp_ntz, timestamp (read as"
          + " UTC) or string",
      "timestamp_ntz"),
  INCLUDE_COLUMNS(
      "captured columns to take, comma-separated; a name with commas, brackets or spaces at its"
          + " ends in brackets, ] doubled; default: all"),
  EXCLUDE_COLUMNS("captured columns to leave out, written as in includeColumns; default: none"),
  MAX_ROWS_PER_BATCH(
      "most change rows a batch; a larger single transaction is still taken whole", "1000000"),
  MAX_COMMITS_PER_BATCH(
      "most commits with change rows of the table a batch; unlimited: no bound", "unlimited"),
  NUM_PARTITIONS("most readers at once of a batch, each of at least 50,000 rows", "4"),
  GROUP_CONNECTIONS(
      "most connections to the source at once of all streams of a group together, 1 to 256", "8"),
  FAIL_ON_DATA_LOSS(
      "true: changes that are gone stop the stream; false: they are skipped and recorded as a gap",
      "true"),
  SCHEMA_CHANGE_POLICY(
      "what a change of the table's definition does: classify (go on where the table can take it)"
          + " or fail",
      "classify"),
  BOOTSTRAP("whether a new table begins with the rows of the source table", "false"),
  SNAPSHOT_ISOLATION(
      "isolation under which a first load reads the source table: read_committed or snapshot",
      "read_committed"),
  LOCK_TIMEOUT(
      "longest wait of a first load for a lock of others, at most P1D; off: no limit", "off"),
  IDLE_COMMIT_INTERVAL(
      "longest time without a commit while the source is idle, at most PT1H", "PT5M"),
  MAX_CLOCK_SKEW("how far a commit time may lie after the server's own UTC clock", "PT1M"),
  CLOCK_AHEAD(
      "what a commit time after the server's clock does: fail, or clamp to the time before it",
      "fail"),
  MAX_CLOCK_REGRESSION(
      "how far the server's clock may go back between commits before the stream stops", "PT10M"),
  MAX_CLOCK_DISAGREEMENT(
      "how far the server's clock may be ahead of the reader's; off: not checked", "PT1H"),
  LOGIN_TIMEOUT("longest wait for a connection", "PT30S"),
  QUERY_TIMEOUT("longest wait for a statement's first answer; off: no limit", "off"),
  SOURCE_RETRIES(
      "how often a call to the source is made again after a lost connection, a timeout or a"
          + " deadlock, 0 to 10",
      "3"),
  RETRY_DELAY(
      "wait before the first retry, at most PT1M; doubles with each, and is lengthened at random",
      "PT1S");

  private final String description;
  private final Optional<String> defaultText;

  Option(String description) {
    this.description = description;
    this.defaultText = Optional.empty();
  }

  Option(String description, String defaultText) {
    this.description = description;
    this.defaultText = Optional.of(defaultText);
  }

  /** The name in Java and in properties, {@code maxRowsPerBatch}. */
  public String javaName() {
    StringBuilder name = new StringBuilder();
    for (String word : jsonName().split("_", -1)) {
      boolean first = name.isEmpty();
      name.append(first ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
      name.append(word, 1, word.length());
    }
    return name.toString();
  }

  /** The name on the command line, {@code --max-rows-per-batch}. */
  public String cliName() {
    return "--" + jsonName().replace('_', '-');
  }

  /** The name in JSON and Python, {@code max_rows_per_batch}. */
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the option means, in one line without a full stop. */
  public String description() {
    return description;
  }

  /**
   * The value that is taken when none is given; empty where that depends or the option is needed.
   */
  public Optional<String> defaultText() {
    return defaultText;
  }
}
