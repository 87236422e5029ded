package io.strandline.checks.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that a careless reader would quote, match or replace wrongly. */
final class NamesTest {

  /** Column names that a table without name mapping can have. */
  private static final List<String> COLUMNS =
      List.of(
          "a$1",
          "b\\c",
          "#table",
          "?",
          "a?b",
          "]",
          "[select]100%",
          "it's",
          "\"quoted\"",
          "a.b",
          "--no",
          "/*x*/",
          "@p1",
          "$x",
          "Situação",
          "列",
          "😀",
          "x".repeat(128));

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

  private static String definitions(List<String> names) {
    return "[id] int NOT NULL PRIMARY KEY, "
        + names.stream().map(name -> Source.quote(name) + " int").collect(Collectors.joining(", "));
  }

  private static String insert(String table, int columns) {
    return "INSERT INTO "
        + table
        + " VALUES (0, "
        + Stream.iterate(1, n -> n + 1)
            .limit(columns)
            .map(Object::toString)
            .collect(Collectors.joining(", "))
        + ")";
  }

  @Test
  void b39ColumnsOfAnyNameKeepTheirNamesAndValues() {
    Source source = Source.of(scene, "any_name", definitions(COLUMNS));
    source.run(insert("dbo.any_name", COLUMNS.size()));
    source.ingest(source.options("any_name"));

    Map<String, Object> row = source.rows("any_name").get(0);
    for (int i = 0; i < COLUMNS.size(); i++) {
      assertThat(row).containsEntry(COLUMNS.get(i), i + 1);
    }
  }

  /**
   * JDBC-looking names hold characters that an unmapped table cannot; they are read all the same.
   */
  @Test
  void b39NamesLikeJdbcEscapesAreLeftOutByName() {
    List<String> escapes = List.of("{fn now()}", "{d '2026-01-01'}", "{call x(?)}", "kept");
    Source source = Source.of(scene, "escapes", definitions(escapes));
    source.run(insert("dbo.escapes", escapes.size()));
    source.ingest(
        source
            .options("escapes")
            .set(Option.EXCLUDE_COLUMNS, "{fn now()}, {d '2026-01-01'}, {CALL X(?)}"));

    assertThat(source.rows("escapes").get(0)).containsEntry("kept", 4).containsEntry("id", 0);
  }

  /** Names of 128 characters and an instance of 100, the longest there are (documented). */
  @Test
  void b38TheLongestNamesArrive() {
    String schema = "s".repeat(127) + "]";
    String table = "t.".repeat(64);
    String column = "'c".repeat(64);
    String instance = "i$".repeat(50);
    String name = Source.quote(schema) + "." + Source.quote(table);
    scene.lab.run("CREATE SCHEMA " + Source.quote(schema));
    scene.lab.run(
        "CREATE TABLE "
            + name
            + " (id int NOT NULL PRIMARY KEY, "
            + Source.quote(column)
            + " int)");
    Source source = Source.tracking(scene, schema, table, instance, "");
    source.run("INSERT INTO " + name + " VALUES (1, 2)");
    source.ingest(source.options("longest"));

    assertThat(source.rows("longest"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("_capture_instance", instance)
                    .containsEntry(column, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.b | Co Inc$Item]Led'ger \"x\" | My Inst 1",
        "dbo | Company Inc$Location$437dbf0e-84ff-417a-965d-ed2bb9650972 | it's $1 \\2",
        "Überschema | 表 {fn now()} | ?",
        "dbo | a[b]%_c | [x] ]; --"
      })
  void b38SchemasTablesAndInstancesOfAnyName(String schema, String table, String instance) {
    String name = Source.quote(schema) + "." + Source.quote(table);
    if (!schema.equals("dbo")) {
      scene.lab.run("CREATE SCHEMA " + Source.quote(schema));
    }
    scene.lab.run("CREATE TABLE " + name + " (id int NOT NULL PRIMARY KEY, a int)");
    Source source = Source.tracking(scene, schema, table, instance, "");
    String target = "odd" + Integer.toHexString(instance.hashCode());
    source.run("INSERT INTO " + name + " VALUES (1, 2)");
    source.ingest(source.options(target));

    assertThat(source.rows(target))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("_capture_instance", instance)
                    .containsEntry("id", 1)
                    .containsEntry("a", 2));
  }

  @Test
  void aNameOfTheTablesOwnColumnsIsRefused() {
    Source source = Source.of(scene, "own", "id int NOT NULL PRIMARY KEY, _Batch_Id int");
    source.run("INSERT INTO dbo.own VALUES (1, 2)");

    assertThatThrownBy(() -> source.ingest(source.options("own")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("_Batch_Id");
    source.ingest(source.options("own").set(Option.EXCLUDE_COLUMNS, "_batch_id"));
    assertThat(source.rows("own")).hasSize(1);
  }
}
