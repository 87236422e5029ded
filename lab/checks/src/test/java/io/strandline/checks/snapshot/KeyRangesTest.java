package io.strandline.checks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.port.SnapshotView;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tables with keys of every kind, cut into ranges: each row in one of them, in the server's order.
 */
final class KeyRangesTest {

  private static final int ROWS = 60;

  private static TableLab tables;
  private static int made;

  @BeforeAll
  static void start() {
    tables = new TableLab();
  }

  @AfterAll
  static void leavesNothingBehind() {
    assertThat(tables.lab.trace().texts())
        .noneMatch(text -> text.matches("(?is).*\\b(BEGIN TRAN|implicit_transactions on)\\b.*"));
    tables.close();
  }

  /**
   * Fills a table and checks its ranges.
   *
   * @param columns of the key, declared
   * @param key its list of columns in the index
   * @param value T-SQL of the key's values, from the row's number
   */
  private static SnapshotLayout check(
      String columns, String key, Function<Integer, String> value, int rows) {
    String name = "t" + made++;
    tables.table(name, columns + ", n int NOT NULL, PRIMARY KEY (" + key + ")", "");
    tables.insert(name, IntStream.range(0, rows).mapToObj(i -> value.apply(i) + ", " + i).toList());
    SnapshotLayout layout = null;
    for (int ranges : List.of(2, 5)) {
      layout = check(name, key, ranges, rows);
    }
    return layout;
  }

  /** Each range holds a stretch of the rows in the server's own order. */
  private static SnapshotLayout check(String name, String key, int ranges, int rows) {
    SnapshotView view = tables.view(name);
    SnapshotLayout layout = tables.layout(view, ranges);
    List<Long> expected =
        tables.sa.query("SELECT n FROM dbo." + name + " ORDER BY " + order(key)).rows().stream()
            .map(row -> ((Number) row[0]).longValue())
            .toList();
    long visited = tables.visited(name);
    List<Integer> sizes = new ArrayList<>();
    int from = 0;
    for (KeyRange range : layout.ranges()) {
      List<Object> read = read(view, range);
      assertThat(from + read.size()).isLessThanOrEqualTo(rows);
      assertThat(read).doesNotHaveDuplicates();
      assertThat(new HashSet<>(read))
          .isEqualTo(new HashSet<>(expected.subList(from, from + read.size())));
      sizes.add(read.size());
      from += read.size();
    }
    assertThat(from).isEqualTo(rows);
    // Where two texts may be one value, keys at it are looked at for either.
    boolean texts =
        ((SnapshotKey.Usable) view.table().key()).columns().stream().anyMatch(k -> !k.oneText());
    assertThat(tables.visited(name) - visited)
        .as("rows looked at")
        .isLessThanOrEqualTo(texts ? 3L * rows : rows);
    if (rows >= 5 * ranges) {
      assertThat(sizes).hasSizeGreaterThanOrEqualTo(ranges);
      assertThat(sizes).allMatch(size -> size * sizes.size() <= 2 * rows);
    }
    return layout;
  }

  /** Ranges of an index that only descends are in ascending order. */
  private static String order(String key) {
    boolean backward = List.of(key.split(", ")).stream().allMatch(part -> part.endsWith(" DESC"));
    return backward ? key.replace(" DESC", "") : key;
  }

  private static List<Object> read(SnapshotView view, KeyRange range) {
    TableReading read = tables.read(view, range);
    return read.column(read.session().columns().size() - 1);
  }

  @Test
  void integers() {
    check("k int NOT NULL", "k", i -> "" + (i * 7 - 200), ROWS);
    check("k tinyint NOT NULL", "k", i -> "" + i * 4, ROWS);
    check("k smallint NOT NULL", "k DESC", i -> "" + (i * 9 - 300), ROWS);
    check("k bigint NOT NULL", "k", i -> "" + (long) Math.pow(-3, i % 39) * (i + 1), 39);
  }

  @Test
  void extremeSparseAndFewIntegers() {
    check(
        "k bigint NOT NULL",
        "k",
        i ->
            i == 0
                ? "-9223372036854775808"
                : i == 1 ? "9223372036854775807" : "" + (4_000_000_000L + i),
        ROWS);
    check("k bigint NOT NULL", "k", i -> "9223372036854775807", 1);
    assertThat(check("k int NOT NULL", "k", i -> "", 0).reason()).contains("it has no rows");
    assertThat(check("k nvarchar(9) NOT NULL", "k", i -> "", 0).ranges()).hasSize(1);
  }

  @Test
  void decimalsAndMoney() {
    check("k decimal(38,10) NOT NULL", "k", i -> (i - 30) + ".0000000001", ROWS);
    check("k numeric(5,0) NOT NULL", "k", i -> "" + (i - 30), ROWS);
    check("k money NOT NULL", "k DESC", i -> (i / 10 - 3) + "." + (1000 + i), ROWS);
    check("k smallmoney NOT NULL", "k", i -> "0." + (1000 + i), ROWS);
  }

  @Test
  void aliasTypesAsTheirBaseTypes() {
    tables.sa.run("CREATE TYPE dbo.Number FROM numeric(9, 2) NOT NULL");
    tables.sa.run("CREATE TYPE dbo.[Code of 9] FROM varchar(9)");
    tables.sa.run("CREATE TYPE dbo.Counter FROM bigint");
    check("k Number", "k", i -> (i - 30) + ".25", ROWS);
    check("k dbo.[Code of 9] NOT NULL", "k", i -> "'k" + i + "'", ROWS);
    check("k dbo.Counter NOT NULL", "k", i -> "" + (i * 7 - 200), ROWS);
  }

  @Test
  void datesAndTimes() {
    check(
        "k datetime NOT NULL",
        "k",
        i -> "DATEADD(ms, " + i * 10 / 3 + ", CAST('20260228 23:59:59.900' AS datetime))",
        60);
    check("k smalldatetime NOT NULL", "k", i -> String.format("'20260101 00:%02d'", i), ROWS);
    check("k datetime2(7) NOT NULL", "k", i -> "'2026-02-01 10:00:00.00000" + (i + 10) + "'", ROWS);
    check("k date NOT NULL", "k", i -> "'" + (1000 + 99 * i) + "-01-02'", ROWS);
    check("k time(7) NOT NULL", "k", i -> "'23:59:59.99999" + (i + 10) + "'", ROWS);
    check(
        "k datetimeoffset(7) NOT NULL",
        "k",
        i -> String.format("'2026-02-01 10:00:%02d.0000001 %s07:30'", i, i % 2 == 0 ? "+" : "-"),
        ROWS);
  }

  @Test
  void guidsInTheServersOrder() {
    Draw draw = new Draw(1);
    check(
        "k uniqueidentifier NOT NULL",
        "k",
        i -> "'" + new java.util.UUID(draw.anyLong(), draw.anyLong()) + "'",
        ROWS);
  }

  @Test
  void bytes() {
    check("k varbinary(8) NOT NULL", "k", i -> String.format("0x%02X80", i * 4), ROWS);
    check("k binary(4) NOT NULL", "k DESC", i -> String.format("0xFF%02X", i), ROWS);
  }

  @Test
  void collatedTextInTheServersOrder() {
    check("k varchar(20) NOT NULL", "k", i -> "'k" + i + "'", ROWS);
    check("k char(9) NOT NULL", "k", i -> "'" + (i % 2 == 0 ? "a" : "A") + " " + i + "'", ROWS);
    check("k nvarchar(20) NOT NULL", "k", i -> "N'" + "αβγ日ÄäéEz!".charAt(i % 10) + i + "'", ROWS);
    check(
        "k varchar(20) NOT NULL",
        "k",
        i -> "'" + "äÄéñßÿç".charAt(i % 7) + " it''s " + i + "'",
        ROWS);
  }

  @Test
  void compositeKeys() {
    check("a int NOT NULL, b int NOT NULL", "a, b", i -> i % 3 + ", " + i, ROWS);
    check("a int NOT NULL, b int NOT NULL", "a DESC, b", i -> "7, " + i, ROWS);
    check(
        "a varchar(5) NOT NULL, b int NOT NULL, c date NOT NULL",
        "a, b DESC, c",
        i -> "'" + "aAbB".charAt(i % 4) + "', " + i / 16 + ", '2026-01-" + (10 + i % 16) + "'",
        ROWS);
  }

  @Test
  void randomKeysAreTiled() {
    for (int seed = 0; seed < 12; seed++) {
      Draw draw = new Draw(seed);
      int columns = draw.between(2, 4);
      List<String> declared = new ArrayList<>();
      List<String> key = new ArrayList<>();
      List<Boolean> texts = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        texts.add(draw.coin());
        declared.add("k" + i + (texts.get(i) ? " nvarchar(9) NOT NULL" : " smallint NOT NULL"));
        key.add("k" + i + draw.of("", " DESC"));
      }
      HashSet<String> known = new HashSet<>();
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < 120 && rows.size() < 40; i++) {
        List<String> row =
            texts.stream()
                .map(
                    text ->
                        text ? draw.of("N'a'", "N'A'", "N'b '", "N'B'") : draw.of("-2", "0", "7"))
                .toList();
        String values = String.join(", ", row);
        if (known.add(values.toLowerCase(java.util.Locale.ROOT).replace(" '", "'"))) {
          rows.add(values);
        }
      }
      check(String.join(", ", declared), String.join(", ", key), rows::get, rows.size());
    }
  }

  @Test
  void aUniqueIndexTakesThePlaceOfAPrimaryKey() {
    tables.table(
        "by_index",
        "a int NOT NULL, b varchar(9) NULL, n int NOT NULL",
        "CREATE UNIQUE INDEX ux ON dbo.by_index (n DESC)");
    tables.insert("by_index", IntStream.range(0, 30).mapToObj(i -> "1, NULL, " + i).toList());

    assertThat(((SnapshotKey.Usable) tables.view("by_index").table().key()).index())
        .isEqualTo("ux");
    assertThat(check("by_index", "n DESC", 3, 30).ranges()).hasSize(3);
  }

  @Test
  void aTableWithoutAUsableKeyIsReadInOnePiece() {
    tables.table("no_key", "a int NOT NULL, n int NOT NULL", "");
    tables.table("nullable", "a int NULL, n int", "CREATE UNIQUE INDEX ux ON dbo.nullable (a)");
    tables.table("by_float", "a float NOT NULL PRIMARY KEY, n int NOT NULL", "");
    for (String name : List.of("no_key", "nullable", "by_float")) {
      tables.insert(name, IntStream.range(0, 30).mapToObj(i -> i + ", " + i).toList());
    }

    assertThat(reason("no_key")).isEqualTo("it has no primary key and no unique index");
    assertThat(reason("nullable")).contains("unique index ux", "column a may be NULL");
    assertThat(reason("by_float")).contains("column a is float, which cannot be a bound");
  }

  private static String reason(String name) {
    SnapshotView view = tables.view(name);
    SnapshotLayout layout = tables.layout(view, 4);
    assertThat(layout.ranges()).containsExactly(KeyRange.all());
    assertThat(read(view, KeyRange.all())).hasSize(30).doesNotHaveDuplicates();
    return layout.reason().orElseThrow();
  }

  @Test
  void aKeyThatIsNotCapturedIsNotUsed() {
    tables.sa.run("CREATE TABLE dbo.part (id int NOT NULL PRIMARY KEY, n int NOT NULL)");
    tables.sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'part',"
            + " @role_name = NULL, @supports_net_changes = 0, @capture_instance = N'part',"
            + " @captured_column_list = N'n'");
    tables.drain();
    tables.lab.database(TableLab.DATABASE).grantReader("reader", "part");
    tables.insert("part", IntStream.range(0, 30).mapToObj(i -> i + ", " + i).toList());

    assertThat(reason("part")).contains("not all of its columns are captured");
  }
}
