package io.strandline.checks.check;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every statement that the checks send, with {@code {placeholders}} for names and numbers. */
enum CheckStatement {
  SERVER(
      """
      SELECT @@VERSION, CAST(SERVERPROPERTY('ProductMajorVersion') AS int),
        CAST(SERVERPROPERTY('EngineEdition') AS int), DB_NAME(), IS_SRVROLEMEMBER('sysadmin'),
        IS_MEMBER('db_owner')"""),
  CLOCK("SELECT SYSUTCDATETIME(), SYSDATETIME(), DATEPART(TZOFFSET, SYSDATETIMEOFFSET())"),
  ZONE("SELECT CURRENT_TIMEZONE_ID()"),
  DATABASE(
      """
      SELECT is_cdc_enabled, is_read_committed_snapshot_on, snapshot_isolation_state
      FROM sys.databases WHERE name = DB_NAME()"""),
  CREATE_DATABASE("CREATE DATABASE [{database}]"),
  ENABLE_DATABASE("EXEC sys.sp_cdc_enable_db"),
  DISABLE_DATABASE("EXEC sys.sp_cdc_disable_db"),
  SINGLE_USER("ALTER DATABASE [{database}] SET SINGLE_USER WITH ROLLBACK IMMEDIATE"),
  DROP_DATABASE("DROP DATABASE [{database}]"),
  ALLOW_SNAPSHOT("ALTER DATABASE [{database}] SET ALLOW_SNAPSHOT_ISOLATION ON"),

  CREATE_MARKS("CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY)"),
  CREATE_UNTRACKED("CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY, beat int NULL)"),
  CREATE_BEATS("CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY, beat int NULL)"),
  CREATE_SEMANTICS(
      """
      CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY, name nvarchar(40) NULL,
        amount int NULL, note nvarchar(max) NULL, spare int NULL)"""),
  CREATE_COMPUTED(
      """
      CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY, amount int NULL,
        twice AS (amount * 2))"""),
  CREATE_COMMITS(
      """
      CREATE TABLE dbo.[{table}] (id bigint NOT NULL PRIMARY KEY, writer int NOT NULL,
        amount int NULL)"""),
  CREATE_ITEMS(
      """
      CREATE TABLE dbo.[{table}] (id int NOT NULL PRIMARY KEY, amount int NOT NULL,
        name nvarchar(40) NULL)"""),
  CREATE_WIDE(
      """
      CREATE TABLE dbo.[{table}] (id bigint NOT NULL PRIMARY KEY, a int NULL, b int NULL,
        price decimal(18, 4) NULL, ratio float NULL, done bit NULL, due_on date NULL,
        seen_at datetime2(7) NULL, code varchar(20) NULL, name nvarchar(50) NULL,
        city nvarchar(50) NULL, tail binary(16) NULL)"""),
  DROP_TABLE("DROP TABLE dbo.[{table}]"),

  ENABLE_TABLE(
      """
      EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'{table}',
        @role_name = NULL, @capture_instance = N'{instance}', @supports_net_changes = 0"""),
  ENABLE_COLUMNS(
      """
      EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'{table}',
        @role_name = NULL, @capture_instance = N'{instance}', @supports_net_changes = 0,
        @captured_column_list = N'{columns}'"""),
  DISABLE_TABLE(
      """
      EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'{table}',
        @capture_instance = N'all'"""),
  IS_TRACKED("SELECT COUNT(*) FROM sys.tables WHERE name = N'{table}' AND is_tracked_by_cdc = 1"),
  INSTANCES(
      """
      EXEC sys.sp_cdc_help_change_data_capture @source_schema = N'dbo',
        @source_name = N'{table}'"""),
  DDL_HISTORY("EXEC sys.sp_cdc_get_ddl_history @capture_instance = N'{instance}'"),
  CLEAN_UP(
      """
      EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'{instance}',
        @low_water_mark = {lsn}, @threshold = 10"""),

  MAX_LSN("SELECT sys.fn_cdc_get_max_lsn()"),
  MIN_LSN("SELECT sys.fn_cdc_get_min_lsn(N'{instance}')"),
  MAPPING_AFTER(
      """
      SELECT start_lsn, tran_end_time, tran_id FROM cdc.lsn_time_mapping
      WHERE start_lsn > CONVERT(binary(10), ?, 1) ORDER BY start_lsn"""),
  MAPPED_TIME(
      """
      SELECT tran_end_time FROM cdc.lsn_time_mapping
      WHERE start_lsn = CONVERT(binary(10), ?, 1)"""),
  LOWEST_TIE(
      """
      SELECT MIN(start_lsn) FROM cdc.lsn_time_mapping
      WHERE tran_end_time = (SELECT tran_end_time FROM cdc.lsn_time_mapping
        WHERE start_lsn = CONVERT(binary(10), ?, 1))"""),
  ALL_CHANGES(
      """
      SELECT __$start_lsn FROM cdc.fn_cdc_get_all_changes_{instance}(
        CONVERT(binary(10), '{from}', 1), CONVERT(binary(10), '{to}', 1), N'all')"""),
  CHANGES_UP_TO(
      """
      SELECT COUNT(*) FROM cdc.[{instance}_CT]
      WHERE __$start_lsn <= CONVERT(binary(10), ?, 1)"""),
  CHANGES_BELOW(
      """
      SELECT COUNT(*) FROM cdc.[{instance}_CT]
      WHERE __$start_lsn < CONVERT(binary(10), ?, 1)"""),
  CHANGE_OF_ID("SELECT __$start_lsn FROM cdc.[{instance}_CT] WHERE id = ?"),
  CHANGED_IDS(
      """
      SELECT __$start_lsn, __$seqval, id FROM cdc.[{instance}_CT]
      ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation"""),
  SEMANTIC_CHANGES(
      """
      SELECT __$start_lsn, __$seqval, __$operation, __$update_mask, __$command_id, id, name,
        amount, note
      FROM cdc.[{instance}_CT]
      ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation"""),
  COMPUTED_CHANGES("SELECT amount, twice FROM cdc.[{instance}_CT]"),
  ITEM_CHANGES_AFTER(
      """
      SELECT __$start_lsn, __$operation, id, amount, name FROM cdc.[{instance}_CT]
      WHERE __$start_lsn > CONVERT(binary(10), ?, 1)
      ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation"""),
  WIDE_CHANGES(
      """
      SELECT __$start_lsn, __$operation, id, a, b, price, ratio, done, due_on, seen_at, code, name, city,
        tail
      FROM cdc.[{instance}_CT]
      ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation"""),
  WIDE_COUNT("SELECT COUNT_BIG(*) FROM cdc.[{instance}_CT]"),

  INSERT_MARK("INSERT INTO dbo.[{table}] (id) VALUES (?)"),
  INSERT_BEAT("INSERT INTO dbo.[{table}] (id, beat) VALUES (1, 0)"),
  BEAT("UPDATE dbo.[{table}] SET beat = beat + 1 WHERE id = 1"),
  INSERT_COMMIT("INSERT INTO dbo.[{table}] (id, writer, amount) VALUES (?, ?, 0)"),
  INSERT_SEMANTICS("INSERT INTO dbo.[{table}] (id, name, amount, note) VALUES (?, ?, ?, ?)"),
  INSERT_COMPUTED("INSERT INTO dbo.[{table}] (id, amount) VALUES (?, ?)"),
  UPDATE_AMOUNT("UPDATE dbo.[{table}] SET amount = ? WHERE id = ?"),
  UPDATE_NOTE("UPDATE dbo.[{table}] SET note = ? WHERE id = ?"),
  UPDATE_SPARE("UPDATE dbo.[{table}] SET spare = ? WHERE id = ?"),
  UPDATE_KEY("UPDATE dbo.[{table}] SET id = ? WHERE id = ?"),
  DELETE_ID("DELETE FROM dbo.[{table}] WHERE id = ?"),
  AMOUNT_OF_ID("SELECT amount FROM dbo.[{table}] WHERE id = ?"),
  INSERT_ITEM("INSERT INTO dbo.[{table}] (id, amount, name) VALUES (?, ?, ?)"),
  CHUNK(
      """
      SELECT id, amount, name FROM dbo.[{table}] WHERE id >= ? AND id < ?
      ORDER BY id"""),
  INSERT_WIDE(
      """
      INSERT INTO dbo.[{table}] (id, a, b, price, ratio, done, due_on, seen_at, code, name, city, tail)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""),
  DOUBLE_WIDE(
      """
      INSERT INTO dbo.[{table}] (id, a, b, price, ratio, done, due_on, seen_at, code, name, city, tail)
      SELECT id + {rows}, a, b, price, ratio, done, due_on, seen_at, code, name, city, tail
      FROM dbo.[{table}] WHERE id < {rows}"""),
  ADD_COLUMN("ALTER TABLE dbo.[{table}] ADD added int NULL"),
  WIDEN_COLUMN("ALTER TABLE dbo.[{table}] ALTER COLUMN name nvarchar(80) NULL"),
  DROP_COLUMN("ALTER TABLE dbo.[{table}] DROP COLUMN amount"),

  LOCK_TIMEOUT("SET LOCK_TIMEOUT {millis}"),
  SNAPSHOT("SET TRANSACTION ISOLATION LEVEL SNAPSHOT"),
  READ_COMMITTED("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)}");

  private static final Names SAMPLE =
      Names.NONE
          .with("database", "strandline_check_sample")
          .with("table", "strandline_check_sample")
          .with("instance", "dbo_strandline_check_sample")
          .with("columns", "[id], [name]")
          .with("lsn", "0x00000000000000000001")
          .with("from", "0x00000000000000000001")
          .with("to", "0x00000000000000000002")
          .with("rows", 1000)
          .with("millis", 1000);

  private final String template;

  CheckStatement(String template) {
    this.template = template;
  }

  /** The text to send. */
  String text(Names names) {
    Matcher matcher = PLACEHOLDER.matcher(template);
    return matcher.replaceAll(
        match -> {
          String value = names.values().get(match.group(1));
          if (value == null) {
            throw new IllegalArgumentException(name() + " needs {" + match.group(1) + "}");
          }
          return Matcher.quoteReplacement(value);
        });
  }

  /** Every statement by its lower case name, with sample names in it. */
  static Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    for (CheckStatement statement : values()) {
      all.put(statement.name().toLowerCase(Locale.ROOT), statement.text(SAMPLE));
    }
    return all;
  }
}
