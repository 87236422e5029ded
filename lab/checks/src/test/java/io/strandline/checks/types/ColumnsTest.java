package io.strandline.checks.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.Option;
import io.strandline.report.IngestReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that change data capture records otherwise than their values, or that have no type. */
final class ColumnsTest {

  private static final String LARGE =
      "id int NOT NULL PRIMARY KEY, n int, v varchar(max), nv nvarchar(max), b varbinary(max),"
          + " x xml, t text, nt ntext, i image";

  @TempDir Path folder;

  private static List<Object> values(List<Map<String, Object>> rows, String column) {
    return rows.stream().map(row -> TypeColumn.read(row.get(column))).toList();
  }

  /**
   * An update that leaves large values alone, one that changes them, then a delete: NULL is "not
   * recorded" in images before a change.
   */
  @Test
  void b20b21ImagesBeforeAChangeLackLargeValues() {
    String text = "ж".repeat(1 << 20);
    try (Source source = Source.of(folder, LARGE)) {
      source.run(
          "INSERT INTO dbo.typed (id, n, v, nv, b, x, t, nt, i) VALUES (1, 1, 'v', "
              + "REPLICATE(CAST(N'ж' AS nvarchar(max)), 1048576), 0x01, N'<x/>', 't', N'nt', 0x02)");
      source.run("UPDATE dbo.typed SET n = 2");
      source.run("UPDATE dbo.typed SET v = 'w', nv = N'nw', b = 0x03");
      source.run("DELETE FROM dbo.typed");
      source.ingest(source.options("typed"));

      List<Map<String, Object>> rows = source.rows("typed");
      assertThat(values(rows, "_operation")).isEqualTo(List.of(2, 3, 4, 3, 4, 1));
      assertThat(values(rows, "n")).isEqualTo(List.of(1, 1, 2, 2, 2, 2));
      assertThat(values(rows, "v")).isEqualTo(List.of("v", "NULL", "v", "v", "w", "w"));
      assertThat(values(rows, "nv"))
          .isEqualTo(List.of(text, "NULL", text, text, "nw", "nw"));
      assertThat(values(rows, "b")).isEqualTo(List.of("01", "NULL", "01", "01", "03", "03"));
      for (String column : List.of("t", "nt", "i")) {
        List<Object> seen = values(rows, column);
        assertThat(List.of(seen.get(1), seen.get(3), seen.get(5))).containsOnly("NULL");
        assertThat(seen.get(2)).isEqualTo(seen.get(0)).isNotEqualTo("NULL");
      }
    }
  }

  @Test
  void b20ComputedColumnsAreLeftOutWithAWarning() {
    try (Source source =
        Source.of(
            folder,
            "id int NOT NULL PRIMARY KEY, price money, tax AS price * 2, total AS price + 1"
                + " PERSISTED")) {
      source.run("INSERT INTO dbo.typed (id, price) VALUES (1, 5)");

      IngestReport report = source.ingest(source.options("typed"));

      assertThat(report.status().warnings())
          .singleElement()
          .asString()
          .contains("tax, total")
          .contains("NULL");
      assertThat(source.rows("typed").get(0)).containsKey("price").doesNotContainKeys("tax", "total");
      assertThat(source.scene.rows("typed")).hasSize(1);
    }
  }

  @Test
  void b30ColumnsInAForeignCollationAreWarnedOf() {
    try (Source source =
        Source.of(
            folder,
            "id int NOT NULL PRIMARY KEY, a varchar(20), b varchar(20) COLLATE"
                + " Latin1_General_CI_AS, c nvarchar(20) COLLATE Latin1_General_CI_AS, d char(4)"
                + " COLLATE SQL_Latin1_General_CP1_CI_AS, e text COLLATE Latin1_General_CI_AS")) {
      source.run("INSERT INTO dbo.typed VALUES (1, 'a', 'b', N'😀', 'd', 'e')");

      IngestReport report = source.ingest(source.options("typed"));

      assertThat(report.status().warnings())
          .singleElement()
          .asString()
          .contains("b (Latin1_General_CI_AS), e (Latin1_General_CI_AS)");
      assertThat(source.rows("typed").get(0))
          .containsEntry("b", "b")
          .containsEntry("c", "😀")
          .containsEntry("d", "d   ");
    }
  }

  @Test
  void b27AllColumnsWithoutAMappingAreNamedBeforeAnythingIsWritten() {
    try (Source source =
        Source.of(
            folder,
            "id int NOT NULL PRIMARY KEY, v sql_variant, h sys.hierarchyid, g geography, [m, n]"
                + " geometry, note nvarchar(20)")) {
      source.run("INSERT INTO dbo.typed (id, note) VALUES (1, N'kept')");
      Map<String, Long> before = source.scene.listing();

      assertThatThrownBy(() -> source.ingest(source.options("typed")))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("v sql_variant, h hierarchyid, g geography, m, n geometry");
      assertThat(source.scene.listing()).isEqualTo(before);

      source.ingest(
          source.options("excluded").set(Option.EXCLUDE_COLUMNS, "v, H, g, [m, n]"));
      source.ingest(source.options("included").set(Option.INCLUDE_COLUMNS, "id, note"));
      for (String table : List.of("excluded", "included")) {
        assertThat(source.rows(table)).hasSize(1);
        assertThat(source.rows(table).get(0))
            .containsEntry("id", 1)
            .containsEntry("note", "kept")
            .doesNotContainKeys("v", "h", "g", "m, n");
      }
    }
  }

  @Test
  void columnsThatAreNotCapturedCannotBeNamed() {
    try (Source source = Source.of(folder, "id int NOT NULL PRIMARY KEY, a int")) {
      source.run("INSERT INTO dbo.typed VALUES (1, 1)");

      assertThatThrownBy(
              () ->
                  source.ingest(
                      source.options("typed").set(Option.EXCLUDE_COLUMNS, "a, [no such]")))
          .isInstanceOf(InvalidOptionsException.class)
          .hasMessageContaining("no such");
      assertThat(source.scene.listing()).isEmpty();
    }
  }

  @Test
  void b40OnlyCapturedColumnsOfANamedInstanceAreRead() {
    try (Source source =
        Source.tracking(
            folder,
            "CREATE TABLE dbo.five (a int, b nvarchar(9), id int NOT NULL PRIMARY KEY, c"
                + " decimal(9,2), d date)",
            "dbo",
            "five",
            "MyInst 1",
            "[id], [c]")) {
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
}
