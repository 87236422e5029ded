package io.strandline.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.CaptureInstance;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.plan.SchemaPlan.Selected;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaPlanTest {

  /** Table, older instance, newer instance, table afterwards; {@code -} for none. */
  @ParameterizedTest
  @CsvSource({
    "id int, id int, -, id int",
    "id int, ID int, -, id int",
    "id int, id short, -, id int",
    "id int, id long, -, id long",
    "id int, id int;qty int, -, id int;qty int",
    "id int;note string, id int, -, id int;note string",
    "id int, id int;a int, id int;b int, id int;a int;b int",
    "id int, id int;qty short, id int;qty long, id int;qty long",
    "id int;b int;a int, a int;b int, -, id int;b int;a int"
  })
  void theTableTakesWhatTheInstancesCapture(
      String table, String older, String newer, String after) {
    SchemaPlan plan = SchemaPlan.of(columns(table), true, selected(older, newer));

    assertThat(plan.captured()).isEqualTo(columns(after));
    assertThat(plan.wanted().get("v1"))
        .allMatch(wanted -> type(plan.captured(), wanted).equals(wanted.type()));
    assertThat(plan.wanted().get("v1"))
        .extracting(TableColumn::name)
        .containsExactlyElementsOf(columns(older).stream().map(TableColumn::name).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "true, id int, id string, leave the columns out",
    "true, id string, id int, leave the columns out",
    "false, id int, id long, delta.enableTypeWidening",
    "false, id short, id int, delta.enableTypeWidening"
  })
  void whatDoesNotFitIsRefusedWithTheWayOut(
      boolean widening, String table, String captured, String wayOut) {
    assertThatThrownBy(() -> SchemaPlan.of(columns(table), widening, selected(captured, "-")))
        .hasMessageContaining("v1.id")
        .isInstanceOfSatisfying(
            SchemaChangedException.class, error -> assertThat(error.remedy()).contains(wayOut));
  }

  @Test
  void everyMisfitIsNamed() {
    assertThatThrownBy(
            () ->
                SchemaPlan.of(
                    columns("a int;b int;c int"),
                    true,
                    selected("a string;b int", "a int;c string")))
        .hasMessageContaining("v1.a")
        .hasMessageContaining("v2.c");
  }

  private static ColumnType type(List<TableColumn> columns, TableColumn wanted) {
    return columns.stream()
        .filter(column -> column.key().equals(wanted.key()))
        .findFirst()
        .orElseThrow()
        .type();
  }

  private static List<Selected> selected(String older, String newer) {
    return Stream.of(instance("v1", older), instance("v2", newer))
        .filter(selected -> !selected.columns().isEmpty())
        .toList();
  }

  private static Selected instance(String name, String text) {
    CaptureInstance instance =
        new CaptureInstance(
            name,
            "dbo",
            "orders",
            7,
            Optional.empty(),
            LocalDateTime.parse("2026-05-04T10:00:00"),
            List.of());
    return new Selected(instance, columns(text));
  }

  private static List<TableColumn> columns(String text) {
    return text.equals("-")
        ? List.of()
        : Stream.of(text.split(";", -1))
            .map(column -> column.split(" ", -1))
            .map(
                words ->
                    new TableColumn(
                        words[0], ColumnType.of(Kind.valueOf(words[1].toUpperCase(Locale.ROOT)))))
            .toList();
  }
}
