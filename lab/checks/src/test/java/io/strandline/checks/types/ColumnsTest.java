package io.strandline.checks.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.Option;
import io.strandline.report.IngestReport;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that change data capture records otherwise than their values, or that have no type. */
final class ColumnsTest {

  private static final String LARGE =
      "id int NOT NULL PRIMARY KEY, n int, v varchar(max), nv nvarchar(max), b varbinary(max),"
          + " x xml, t text, nt ntext, i image";

  @TempDir static Path folder;
  private static Scene scene;

  @BeforeAll
  static void start() {
    scene = Source.lab(folder);
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  private static List<Object> values(List<Map<String, Object>> rows, String column) {
    return rows.stream().map(row -> TypeColumn.read(row.get(column))).toList();
  }

  /** The details of all facts. */
  private static List<String> details() {
    return scene.rows("strandline_facts").stream()
        .map(row -> String.valueOf(row.get("detail")))
        .toList();
  }

  /**
   * An update that leaves large values alone, one that changes them, then a delete: NULL is "not
   * recorded" in images before a change.
   */
  @Test
  void b20b21ImagesBeforeAChangeLackLargeValues() {
    String text = "ж".repeat(1 << 20);
    Source source = Source.of(scene, "large", LARGE);
    source.run(
        "INSERT INTO dbo.large (id, n, v, nv, b, x, t, nt, i) VALUES (1, 1, 'v', "
            + "REPLICATE(CAST(N'ж' AS nvarchar(max)), 1048576), 0x01, N'<x/>', 't', N'nt', 0x02)");
    source.run("UPDATE dbo.large SET n = 2");
    source.run("UPDATE dbo.large SET v = 'w', nv = N'nw', b = 0x03");
    source.run("DELETE FROM dbo.large");
    source.ingest(source.options("large"));

    List<Map<String, Object>> rows = source.rows("large");
    assertThat(values(rows, "_operation")).isEqualTo(List.of(2, 3, 4, 3, 4, 1));
    assertThat(values(rows, "n")).isEqualTo(List.of(1, 1, 2, 2, 2, 2));
    assertThat(values(rows, "v")).isEqualTo(List.of("v", "NULL", "v", "v", "w", "w"));
    assertThat(values(rows, "nv")).isEqualTo(List.of(text, "NULL", text, text, "nw", "nw"));
    assertThat(values(rows, "b")).isEqualTo(List.of("01", "NULL", "01", "01", "03", "03"));
    for (String column : List.of("t", "nt", "i")) {
      List<Object> seen = values(rows, column);
      assertThat(List.of(seen.get(1), seen.get(3), seen.get(5))).containsOnly("NULL");
      assertThat(seen.get(2)).isEqualTo(seen.get(0)).isNotEqualTo("NULL");
    }
  }

  @Test
  void b20ComputedColumnsAreLeftOutWithAWarning() {
    Source source =
        Source.of(
            scene,
            "computed",
            "id int NOT NULL PRIMARY KEY, price money, tax AS price * 2, total AS price + 1"
                + " PERSISTED");
    source.run("INSERT INTO dbo.computed (id, price) VALUES (1, 5)");

    IngestReport report = source.ingest(source.options("computed"));

    assertThat(report.status().warnings())
        .singleElement()
        .asString()
        .contains("tax, total")
        .contains("NULL");
    assertThat(details()).anyMatch(detail -> detail.contains("tax, total"));
    assertThat(source.rows("computed").get(0))
        .containsKey("price")
        .doesNotContainKeys("tax", "total");
  }

  @Test
  void b30ColumnsInAForeignCollationAreWarnedOf() {
    Source source =
        Source.of(
            scene,
            "collated",
            "id int NOT NULL PRIMARY KEY, a varchar(20), b varchar(20) COLLATE"
                + " Latin1_General_CI_AS, c nvarchar(20) COLLATE Latin1_General_CI_AS, d char(4)"
                + " COLLATE SQL_Latin1_General_CP1_CI_AS, e text COLLATE Latin1_General_CI_AS");
    source.run("INSERT INTO dbo.collated VALUES (1, 'a', 'b', N'😀', 'd', 'e')");

    IngestReport report = source.ingest(source.options("collated"));

    assertThat(report.status().warnings())
        .singleElement()
        .asString()
        .contains("b (Latin1_General_CI_AS), e (Latin1_General_CI_AS)");
    assertThat(details())
        .anyMatch(detail -> detail.contains("b (Latin1_General_CI_AS), e (Latin1_General_CI_AS)"));
    assertThat(source.rows("collated").get(0))
        .containsEntry("b", "b")
        .containsEntry("c", "😀")
        .containsEntry("d", "d   ");
  }

  @Test
  void b27AllColumnsWithoutAMappingAreNamedBeforeAnythingIsWritten() {
    Source source =
        Source.of(
            scene,
            "unmapped",
            "id int NOT NULL PRIMARY KEY, v sql_variant, h sys.hierarchyid, g geography, [m, n]"
                + " geometry, note nvarchar(20)");
    source.run("INSERT INTO dbo.unmapped (id, note) VALUES (1, N'kept')");
    Map<String, Long> before = scene.listing();

    assertThatThrownBy(() -> source.ingest(source.options("unmapped")))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("v sql_variant, h hierarchyid, g geography, m, n geometry");
    assertThat(scene.listing()).isEqualTo(before);

    source.ingest(source.options("excluded").set(Option.EXCLUDE_COLUMNS, "v, H, g, [m, n]"));
    source.ingest(source.options("included").set(Option.INCLUDE_COLUMNS, "id, note"));
    for (String table : List.of("excluded", "included")) {
      assertThat(source.rows(table)).hasSize(1);
      assertThat(source.rows(table).get(0))
          .containsEntry("id", 1)
          .containsEntry("note", "kept")
          .doesNotContainKeys("v", "h", "g", "m, n");
    }
  }

  @Test
  void anAliasTypeIsAsUnsupportedAsItsBase() {
    scene.lab.run("CREATE TYPE dbo.Anything FROM sql_variant NULL");
    Source source =
        Source.of(scene, "aliased", "id int NOT NULL PRIMARY KEY, any_thing dbo.Anything");
    source.run("INSERT INTO dbo.aliased (id) VALUES (1)");

    assertThatThrownBy(() -> source.ingest(source.options("aliased")))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("any_thing sql_variant");
    source.ingest(source.options("aliased").set(Option.EXCLUDE_COLUMNS, "any_thing"));
    assertThat(source.rows("aliased"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("id", 1));
  }

  @Test
  void aFirstLoadTakesTheChosenColumnsInTheChosenForm() {
    Source source =
        Source.of(
            scene,
            "loaded",
            "id int NOT NULL PRIMARY KEY, at datetime2(3), note nvarchar(9), v sql_variant");
    source.run("INSERT INTO dbo.loaded VALUES (1, '2017-03-26 02:30:00.120', N'n', NULL)");

    Map<String, Object> text = load(source, "texts", "string", Option.EXCLUDE_COLUMNS, "v, note");
    Map<String, Object> instant =
        load(source, "instants", "timestamp", Option.INCLUDE_COLUMNS, "id, at");

    assertThat(text).containsEntry("at", "2017-03-26T02:30:00.120000");
    assertThat(TypeColumn.read(instant.get("at")))
        .isEqualTo(Instant.parse("2017-03-26T02:30:00.120Z"));
    for (Map<String, Object> row : List.of(text, instant)) {
      assertThat(row)
          .containsEntry("id", 1)
          .containsEntry("_operation", 0)
          .doesNotContainKeys("note", "v");
    }
  }

  private static Map<String, Object> load(
      Source source, String target, String form, Option option, String names) {
    IngestReport report =
        scene.stream(
                source
                    .options(target)
                    .set(Option.BOOTSTRAP, "true")
                    .set(Option.DATETIME_TYPE, form)
                    .set(option, names))
            .ingest();
    assertThat(report).isInstanceOf(IngestReport.Loaded.class);
    assertThat(scene.rows(target)).hasSize(1);
    return scene.rows(target).get(0);
  }

  @Test
  void columnsThatAreNotCapturedCannotBeNamed() {
    Source source = Source.of(scene, "few", "id int NOT NULL PRIMARY KEY, a int");
    source.run("INSERT INTO dbo.few VALUES (1, 1)");

    assertThatThrownBy(
            () -> source.ingest(source.options("few").set(Option.EXCLUDE_COLUMNS, "a, [no such]")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("no such");
    assertThat(scene.warehouse.resolve("few")).doesNotExist();
  }

  @Test
  void b40OnlyCapturedColumnsOfANamedInstanceAreRead() {
    scene.lab.run(
        "CREATE TABLE dbo.five (a int, b nvarchar(9), id int NOT NULL PRIMARY KEY, c decimal(9,2),"
            + " d date)");
    Source source = Source.tracking(scene, "dbo", "five", "MyInst 1", "[id], [c]");
    source.run("INSERT INTO dbo.five VALUES (7, N'b', 1, 2.50, '2026-01-01')");
    source.ingest(source.options("five"));

    Map<String, Object> row = source.rows("five").get(0);
    assertThat(row)
        .containsEntry("id", 1)
        .containsEntry("_capture_instance", "MyInst 1")
        .doesNotContainKeys("a", "b", "d");
    assertThat(Objects.requireNonNull(row.get("c"))).hasToString("2.50");
  }
}
