package io.strandline.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.ColumnOptions;
import io.strandline.option.DatetimeType;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnSelectionTest {

  private static final Optional<ColumnType> INT = Optional.of(ColumnType.of(Kind.INT));
  private static final Optional<ColumnType> TEXT = Optional.of(ColumnType.of(Kind.STRING));

  private static CapturedColumn column(String name, String type, Optional<ColumnType> mapped) {
    return CapturedColumn.of(name, 1, type, mapped);
  }

  private static CapturedColumn special(String name, boolean computed, Optional<String> collation) {
    return new CapturedColumn(name, 1, 1, "varchar(9)", TEXT, computed, collation);
  }

  private static CaptureInstance instance(CapturedColumn... columns) {
    return new CaptureInstance(
        "dbo_t",
        "dbo",
        "t",
        1,
        Optional.empty(),
        LocalDateTime.parse("2026-01-01T00:00:00"),
        Arrays.asList(columns));
  }

  private static ColumnOptions include(String... names) {
    return new ColumnOptions(List.of(names), List.of(), DatetimeType.TIMESTAMP_NTZ);
  }

  private static ColumnOptions exclude(String... names) {
    return new ColumnOptions(List.of(), List.of(names), DatetimeType.TIMESTAMP_NTZ);
  }

  private static List<String> names(CaptureInstance instance, ColumnOptions options) {
    ColumnSelection selection = new ColumnSelection(options);
    selection.verifyNames(List.of(instance));
    return selection.columns(instance).stream().map(TableColumn::name).toList();
  }

  private static List<String> warnings(CaptureInstance instance, ColumnOptions options) {
    return new ColumnSelection(options).warnings(instance);
  }

  private static final CaptureInstance THREE =
      instance(column("a", "int", INT), column("b, c", "int", INT), column("Id", "int", INT));

  @Test
  void takesAllColumnsInTheirOrder() {
    assertThat(names(THREE, ColumnOptions.ALL)).containsExactly("a", "b, c", "Id");
    assertThat(warnings(THREE, ColumnOptions.ALL)).isEmpty();
  }

  @Test
  void takesWhatIsIncludedInTheOrderOfTheChangeTable() {
    assertThat(names(THREE, include("ID", "a"))).containsExactly("a", "Id");
  }

  @Test
  void leavesOutWhatIsExcluded() {
    assertThat(names(THREE, exclude("b, c"))).containsExactly("a", "Id");
  }

  @Test
  void refusesNamesThatAreNotCaptured() {
    assertThatThrownBy(() -> names(THREE, exclude("a", "x", "y]")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("excludeColumns names x, [y]]], which is not captured")
        .hasMessageContaining("a, [b, c], Id");
  }

  @Test
  void refusesToTakeNoColumn() {
    assertThatThrownBy(() -> names(THREE, exclude("a", "b, c", "Id")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("no column is left");
  }

  @Test
  void b31TellsNamesApartThatDifferInCase() {
    CaptureInstance both = instance(column("Id", "int", INT), column("ID", "int", INT));

    assertThat(names(both, include("ID"))).containsExactly("ID");
    assertThatThrownBy(() -> names(both, include("id")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("includeColumns names id");
  }

  @Test
  void b27NamesEveryColumnWithoutAMappingAndTheWayOn() {
    CaptureInstance odd =
        instance(
            column("id", "int", INT),
            column("place", "geography", Optional.empty()),
            column("any, thing", "sql_variant", Optional.empty()),
            column("node", "hierarchyid", Optional.empty()));

    assertThatThrownBy(() -> names(odd, ColumnOptions.ALL))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("place geography, any, thing sql_variant, node hierarchyid")
        .satisfies(
            error ->
                assertThat(((UnsupportedTypeException) error).remedy())
                    .contains("excludeColumns 'place, [any, thing], node'")
                    .contains("includeColumns"));
    assertThat(names(odd, exclude("place", "any, thing", "node"))).containsExactly("id");
  }

  @Test
  void b20LeavesComputedColumnsOutAndSaysSo() {
    CaptureInstance computed =
        instance(
            column("id", "int", INT),
            special("total", true, Optional.empty()),
            special("tax", true, Optional.empty()));

    assertThat(names(computed, ColumnOptions.ALL)).containsExactly("id");
    assertThat(warnings(computed, ColumnOptions.ALL))
        .singleElement()
        .asString()
        .contains("total, tax");
    assertThat(warnings(computed, exclude("total", "tax"))).isEmpty();
    assertThatThrownBy(() -> names(computed, include("total")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("total");
  }

  @Test
  void b30WarnsOfCollationsThatAreNotTheDatabases() {
    CaptureInstance greek =
        instance(
            column("id", "int", INT),
            special("name", false, Optional.of("Greek_CI_AS")),
            special("town", false, Optional.of("Latin1_General_CI_AS")));

    assertThat(names(greek, ColumnOptions.ALL)).containsExactly("id", "name", "town");
    assertThat(warnings(greek, ColumnOptions.ALL))
        .singleElement()
        .asString()
        .contains("name (Greek_CI_AS), town (Latin1_General_CI_AS)");
    assertThat(warnings(greek, include("id"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void givesDateTimesTheWantedForm(DatetimeType form) {
    CaptureInstance times =
        instance(
            column("d", "date", Optional.of(ColumnType.of(Kind.DATE))),
            column("t", "datetime2(3)", Optional.of(ColumnType.of(Kind.TIMESTAMP_NTZ))),
            column("o", "datetimeoffset(3)", Optional.of(ColumnType.of(Kind.TIMESTAMP))));

    ColumnSelection selection = new ColumnSelection(new ColumnOptions(List.of(), List.of(), form));

    assertThat(selection.columns(times).stream().map(column -> column.type().kind()))
        .containsExactly(Kind.DATE, Kind.valueOf(form.name()), Kind.TIMESTAMP);
  }

  @Test
  void aNameMayBeThatOfOnlyOneInstance() {
    CaptureInstance newer = instance(column("a", "int", INT), column("later", "int", INT));
    ColumnSelection selection = new ColumnSelection(exclude("later"));

    selection.verifyNames(List.of(THREE, newer));

    assertThat(selection.columns(THREE)).hasSize(3);
    assertThat(selection.columns(newer)).hasSize(1);
    assertThatThrownBy(() -> selection.verifyNames(List.of(THREE)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("excludeColumns names later");
  }

  private static final List<TableColumn> TARGET =
      List.of(
          new TableColumn("a", ColumnType.of(Kind.INT)),
          new TableColumn("Gone", ColumnType.of(Kind.INT)));

  @Test
  void anExcludedNameThatIsGoneIsAWarningOnceThereIsATable() {
    ColumnSelection selection = new ColumnSelection(exclude("gone for good", "Id"));

    assertThat(selection.verifyNames(List.of(THREE), TARGET))
        .singleElement()
        .asString()
        .contains("excludeColumns names gone for good,");
    assertThat(selection.columns(THREE)).hasSize(2);
    assertThat(new ColumnSelection(exclude("Id")).verifyNames(List.of(THREE), TARGET)).isEmpty();
  }

  @Test
  void anIncludedNameThatOnlyTheTableHasIsAChangeOfSchema() {
    ColumnSelection selection = new ColumnSelection(include("a", "GONE"));

    assertThatThrownBy(() -> selection.verifyNames(List.of(THREE), TARGET))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("includeColumns names GONE,")
        .satisfies(
            error ->
                assertThat(((SchemaChangedException) error).remedy())
                    .contains("take the names out of includeColumns"));
  }

  @Test
  void anIncludedNameThatNeitherHasIsMistyped() {
    ColumnSelection selection = new ColumnSelection(include("a", "Gone", "gane"));

    assertThatThrownBy(() -> selection.verifyNames(List.of(THREE), TARGET))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("includeColumns names gane,");
  }

  @Test
  void anAmbiguousNameStopsAStreamWithATableToo() {
    CaptureInstance both = instance(column("Id", "int", INT), column("ID", "int", INT));

    assertThatThrownBy(() -> new ColumnSelection(exclude("id")).verifyNames(List.of(both), TARGET))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("excludeColumns names id");
  }

  @Test
  void theNewestInstanceHasToCaptureWhatIsTaken() {
    CaptureInstance older = instance(column("a", "int", INT), column("gone", "int", INT));
    ColumnSelection selection = new ColumnSelection(include("a", "gone", "Id"));

    assertThat(selection.verifyNames(List.of(older, THREE), TARGET)).isEmpty();
    selection.verifyTaken(older, TARGET);
    assertThatThrownBy(() -> selection.verifyTaken(THREE, TARGET))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("includeColumns names gone,");
    new ColumnSelection(exclude("gone")).verifyTaken(THREE, TARGET);
  }
}
