package io.strandline.checks.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CaptureInstance;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.SqlServerSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reading session makes of columns that are not, or no longer, what the plan says. */
final class ReadingTest {

  private static final ColumnType TEXT = ColumnType.of(Kind.STRING);

  @TempDir static Path folder;
  private static Scene scene;
  private static SqlServerSource jdbc;

  @BeforeAll
  static void start() {
    scene = Source.lab(folder);
    jdbc = SqlServerSource.open(scene.config());
  }

  @AfterAll
  static void stop() {
    jdbc.close();
    scene.close();
  }

  private record Read(List<TableColumn> columns, List<List<Object>> rows) {}

  private static SourcePoll poll(Source source) {
    return jdbc.poll(new PollRequest(source.instance(), Lsn.ZERO));
  }

  private static CaptureInstance instance(Source source) {
    return poll(source).instance(source.instance()).orElseThrow().instance();
  }

  private static Read read(Source source, List<TableColumn> columns) {
    SourcePoll poll = poll(source);
    Lsn start = poll.instances().get(0).minLsn().orElseThrow().previous();
    LsnRange range = new LsnRange(start, poll.max().orElseThrow().lsn());
    try (SessionReader<ChangeBatch> reader =
        jdbc.read(new ReadRequest(instance(source), columns, range))) {
      List<TableColumn> described = reader.session().columns();
      List<List<Object>> rows = new ArrayList<>();
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        ChangeBatch batch = next.get();
        ChangeRow.of(batch, columns).forEach(row -> rows.add(row.values()));
      }
      return new Read(described, rows);
    }
  }

  private static List<TableColumn> columns(Source source) {
    return instance(source).columns().stream()
        .map(column -> new TableColumn(column.name(), column.type().orElseThrow()))
        .toList();
  }

  private static List<TableColumn> as(List<TableColumn> columns, Map<String, ColumnType> to) {
    return columns.stream()
        .map(
            column -> new TableColumn(column.name(), to.getOrDefault(column.name(), column.type())))
        .toList();
  }

  /** A column may be narrower than the table's: each of its values is one of the wider type. */
  @Test
  void deliversValuesAsWiderTypes() {
    Source source =
        Source.of(
            scene,
            "wide",
            "id int NOT NULL PRIMARY KEY, t tinyint, s smallint, i int, j int, b bigint, d"
                + " decimal(5,1), r real, day date, at datetime2(7), st smallint");
    source.run(
        "INSERT INTO dbo.wide VALUES (1, 255, -32768, -2147483648, 2147483647,"
            + " -9223372036854775808, 1234.5, 0.5, '1582-10-04', '2017-03-26T02:30:00.9999999', 7)");
    source.run("INSERT INTO dbo.wide (id) VALUES (2)");

    Read read =
        read(
            source,
            as(
                columns(source),
                Map.of(
                    "t", ColumnType.of(Kind.LONG),
                    "s", ColumnType.of(Kind.DOUBLE),
                    "i", ColumnType.decimal(12, 2),
                    "j", ColumnType.of(Kind.LONG),
                    "b", ColumnType.decimal(38, 1),
                    "d", ColumnType.decimal(38, 20),
                    "r", ColumnType.of(Kind.DOUBLE),
                    "day", ColumnType.of(Kind.TIMESTAMP_NTZ),
                    "at", TEXT,
                    "st", ColumnType.of(Kind.INT))));

    assertThat(read.rows())
        .containsExactly(
            List.of(
                1L,
                255L,
                -32768.0,
                new BigDecimal("-2147483648.00"),
                2147483647L,
                new BigDecimal("-9223372036854775808.0"),
                new BigDecimal("1234.50000000000000000000"),
                0.5,
                LocalDateTime.parse("1582-10-04T00:00:00"),
                "2017-03-26T02:30:00.999999",
                7L),
            List.of(
                2L, "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
                "NULL"));
    assertThat(read.columns()).isEqualTo(columns(source));
  }

  /** The session says what the columns are now, so that the plan can be found wrong. */
  @Test
  void describesAColumnThatHasChangedSinceThePlan() {
    Source source =
        Source.of(scene, "changed", "id int NOT NULL PRIMARY KEY, n int, v varchar(30), m int");
    List<TableColumn> planned = columns(source);
    source.run("ALTER TABLE dbo.changed ALTER COLUMN n bigint");
    source.run("ALTER TABLE dbo.changed ALTER COLUMN v datetime2(3)");
    source.run("ALTER TABLE dbo.changed ALTER COLUMN m smallint");

    assertThat(read(source, planned).columns().stream().map(TableColumn::type))
        .containsExactly(
            ColumnType.of(Kind.INT),
            ColumnType.of(Kind.LONG),
            ColumnType.of(Kind.TIMESTAMP_NTZ),
            ColumnType.of(Kind.SHORT));
  }

  @Test
  void b39ReadsColumnsNamedLikeJdbcMarkers() {
    List<String> names =
        List.of("{fn now()}", "?", "{d '2026-01-01'}", "a b", "x;y", "{call p(?)}", "e=1", "]]");
    List<String> definitions = names.stream().map(name -> Source.quote(name) + " int").toList();
    Source source =
        Source.of(
            scene, "markers", "id int NOT NULL PRIMARY KEY, " + String.join(", ", definitions));
    source.run("INSERT INTO dbo.markers VALUES (0, 1, 2, 3, 4, 5, 6, 7, 8)");

    Read read = read(source, columns(source));

    assertThat(read.columns().stream().skip(1).map(TableColumn::name))
        .containsExactlyElementsOf(names);
    assertThat(read.rows()).containsExactly(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
  }

  /** Columns are asked for by name, in the plan's order, whatever their places. */
  @Test
  void b40ReadsColumnsInThePlansOrder() {
    Source source =
        Source.of(scene, "places", "id int NOT NULL PRIMARY KEY, a int, b nvarchar(9), c date");
    source.run("INSERT INTO dbo.places VALUES (1, 2, N'b', '2026-01-01')");
    List<TableColumn> columns = columns(source);

    assertThat(read(source, List.of(columns.get(2), columns.get(0))).rows())
        .containsExactly(List.of("b", 1L));
  }
}
