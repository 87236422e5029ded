package io.strandline.delta;

import static io.strandline.delta.PlainReader.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.Operation;
import io.delta.kernel.data.Row;
import io.delta.kernel.utils.CloseableIterable;
import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.error.SchemaChangedException;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ForeignCommits;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of bronze tables that are mapped, added and widened. */
class BronzeColumnsTest {

  private static final TableColumn ODD =
      new TableColumn("[select] 100%, a=b;{c}(d)\t\n", ColumnType.of(Kind.STRING));

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  private BronzeTable table() {
    return store.bronze(Samples.locations(warehouse));
  }

  private PlainReader reader() {
    return new PlainReader(warehouse.resolve("orders"));
  }

  private ForeignLog log() {
    return new ForeignLog(warehouse.resolve("orders"));
  }

  private static List<TableColumn> with(List<TableColumn> columns, TableColumn... more) {
    return Stream.concat(columns.stream(), Stream.of(more)).toList();
  }

  private static CommitOutcome commit(
      BronzeTable table, List<TableColumn> captured, BronzeRows rows) {
    BronzeHead.Present head = Samples.present(table);
    StreamState next = Samples.next(head.state());
    WrittenFiles files = table.write(head, captured, Samples.stamp(next), List.of(rows).iterator());
    return table.commit(head, captured, files, next);
  }

  private static BronzeRows row(long lsn, Object... values) {
    List<Vector> vectors = new ArrayList<>();
    for (Object value : values) {
      vectors.add(vector(value));
    }
    return Samples.rows(new long[] {lsn}, vectors);
  }

  private static Vector vector(Object value) {
    if (value instanceof Integer number) {
      return new IntVector.Builder(1).add(number).build();
    }
    if (value instanceof Long number) {
      return new LongVector.Builder(1).add(number).build();
    }
    if (value instanceof Double number) {
      return new DoubleVector.Builder(1).add(number).build();
    }
    return new BytesVector.Builder(1).add((String) value).build();
  }

  private List<Row> rowsInOrder() {
    return reader().rows().stream()
        .sorted((a, b) -> a.getString(at(a, "_start_lsn")).compareTo(b.getString(1)))
        .toList();
  }

  @Test
  void b38NamesThatDeltaForbidsSwitchOnNameMapping() {
    List<TableColumn> columns = with(Samples.ID_AND_NAME, ODD);
    BronzeHead.Present head = Samples.created(table(), columns);

    assertThat(head.captured()).isEqualTo(columns);
    assertThat(head.isNameMapped()).isTrue();
    assertThat(commit(table(), columns, row(11, 1, "a", "odd")))
        .isEqualTo(new CommitOutcome.Committed(1));

    assertThat(log().line(0, "metaData"))
        .contains("\"delta.columnMapping.mode\":\"name\"")
        .contains("\"delta.columnMapping.maxColumnId\":\"12\"");
    Row row = rowsInOrder().get(0);
    assertThat(row.getInt(at(row, "id"))).isEqualTo(1);
    assertThat(row.getString(at(row, ODD.name()))).isEqualTo("odd");
    assertThat(log().line(1, "add")).contains("col-").doesNotContain("_start_lsn");
    assertThat(columnIds(reader().fileStatuses().get(0).getPath()))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 12).boxed().toList());
  }

  @Test
  void b39AMappedNameWithABackslashBeforeAnNComesWithItsFirstRows() {
    TableColumn path = new TableColumn("C:\\new", ColumnType.of(Kind.INT));
    List<TableColumn> columns = with(Samples.ID_AND_NAME, path, ODD);
    BronzeHead.Present head = Samples.created(table(), columns);

    assertThat(head.captured()).isEqualTo(with(Samples.ID_AND_NAME, ODD));
    assertThat(head.isNameMapped()).isTrue();
    List<TableColumn> ordered = with(head.captured(), path);
    assertThat(commit(table(), ordered, row(11, 1, "a", "odd", 7)))
        .isEqualTo(new CommitOutcome.Committed(1));
    assertThat(Samples.present(table()).captured()).isEqualTo(ordered);
    Row row = rowsInOrder().get(0);
    assertThat(row.getInt(at(row, path.name()))).isEqualTo(7);
  }

  private static List<Integer> columnIds(String file) {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file), new Configuration()))) {
      return reader.getFileMetaData().getSchema().getFields().stream()
          .map(field -> field.getId().intValue())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void otherNamesLeaveTheTableUnmapped() {
    List<TableColumn> columns =
        Stream.of("a$1", "b\\c", "#table", "?", "a.b", "x".repeat(128), "\\n", "größe")
            .map(name -> new TableColumn(name, ColumnType.of(Kind.INT)))
            .toList();
    assertThat(Samples.created(table(), columns).isNameMapped()).isFalse();
    assertThat(log().line(0, "metaData")).doesNotContain("columnMapping");

    commit(table(), columns, row(11, IntStream.range(0, 8).boxed().toArray()));

    Row row = rowsInOrder().get(0);
    assertThat(columns).allSatisfy(column -> assertThat(at(row, column.name())).isNotNegative());
    assertThat(row.getInt(at(row, "a.b"))).isEqualTo(4);
  }

  @Test
  void b46AColumnComesWithItsFirstBatchAndOldRowsAreNull() {
    Samples.commit(table(), Samples.created(table(), Samples.ID_AND_NAME), Samples.rows(11, 1));
    List<TableColumn> columns =
        with(Samples.ID_AND_NAME, new TableColumn("price", ColumnType.decimal(5, 2)));
    table().checkColumns(Samples.present(table()), columns);

    assertThat(commit(table(), columns, row(12, 7, "b", 12345L)))
        .isEqualTo(new CommitOutcome.Committed(2));

    assertThat(Samples.present(table()).captured()).isEqualTo(columns);
    assertThat(Samples.present(table()).foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
    assertThat(log().text(2)).contains("\"metaData\"", "\"add\"", "\"domainMetadata\"", "\"txn\"");
    assertThat(log().text(2)).doesNotContain("\"protocol\"");
    List<Row> rows = rowsInOrder();
    assertThat(rows.get(0).isNullAt(at(rows.get(0), "price"))).isTrue();
    assertThat(rows.get(1).getDecimal(at(rows.get(1), "price")))
        .isEqualTo(new BigDecimal("123.45"));
  }

  @Test
  void b46AColumnComesToAMappedTable() {
    List<TableColumn> first = with(Samples.ID_AND_NAME, ODD);
    Samples.created(table(), first);
    commit(table(), first, row(11, 1, "a", "odd"));
    List<TableColumn> columns = with(first, new TableColumn("a b", ColumnType.of(Kind.INT)));

    assertThat(commit(table(), columns, row(12, 2, "b", "odd too", 5)))
        .isEqualTo(new CommitOutcome.Committed(2));

    assertThat(Samples.present(table()).captured()).isEqualTo(columns);
    assertThat(log().line(2, "metaData")).contains("\"delta.columnMapping.maxColumnId\":\"13\"");
    List<Row> rows = rowsInOrder();
    assertThat(rows.get(0).isNullAt(at(rows.get(0), "a b"))).isTrue();
    assertThat(rows.get(1).getInt(at(rows.get(1), "a b"))).isEqualTo(5);
    assertThat(rows.get(1).getString(at(rows.get(1), ODD.name()))).isEqualTo("odd too");
  }

  @Test
  void aColumnOfATypeThatNeedsAFeatureBringsIt() {
    Samples.created(table(), Samples.ID_AND_NAME);
    List<TableColumn> columns =
        with(Samples.ID_AND_NAME, new TableColumn("at", ColumnType.of(Kind.TIMESTAMP_NTZ)));

    commit(table(), columns, row(11, 1, "a", 1L));

    assertThat(log().line(1, "protocol"))
        .contains("\"minReaderVersion\":3")
        .contains("\"readerFeatures\":[\"timestampNtz\"]")
        .contains("\"writerFeatures\":[\"domainMetadata\",\"timestampNtz\"]");
    assertThat(rowsInOrder()).hasSize(1);
  }

  @Test
  void ofTwoCallersThatAddAColumnOneIsFirstAndTheOtherPlansAnew() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    List<TableColumn> columns =
        with(Samples.ID_AND_NAME, new TableColumn("price", ColumnType.of(Kind.INT)));
    StreamState next = Samples.next(head.state());
    WrittenFiles mine =
        table.write(head, columns, Samples.stamp(next), List.of(row(11, 1, "a", 1)).iterator());
    commit(table(), columns, row(11, 1, "a", 1));

    assertThat(table.commit(head, columns, mine, next)).isEqualTo(new CommitOutcome.Conflict());

    assertThat(reader().rows()).hasSize(1);
    assertThat(commit(table, columns, row(12, 2, "b", 2)))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(log().text(2)).doesNotContain("\"metaData\"");
  }

  @Test
  void aColumnOfTheOwnersInBetweenMeansPlanningAnew() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    List<TableColumn> columns =
        with(Samples.ID_AND_NAME, new TableColumn("price", ColumnType.of(Kind.INT)));
    StreamState next = Samples.next(head.state());
    WrittenFiles mine =
        table.write(head, columns, Samples.stamp(next), List.of(row(11, 1, "a", 1)).iterator());
    String note =
        "{\\\"name\\\":\\\"note\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,"
            + "\\\"metadata\\\":{}},";
    log()
        .commit(
            "ADD COLUMNS",
            "{}",
            log().line(0, "metaData").replace("\\\"fields\\\":[", "\\\"fields\\\":[" + note));

    assertThat(table.commit(head, columns, mine, next)).isEqualTo(new CommitOutcome.Conflict());

    assertThat(Samples.present(table).foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
    List<TableColumn> now =
        with(Samples.present(table).captured(), new TableColumn("price", ColumnType.of(Kind.INT)));
    assertThat(now.stream().map(TableColumn::name)).containsExactly("note", "id", "name", "price");
    assertThat(commit(table, now, row(11, "x", 1, "a", 1)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void typesAreWidenedWhereTheTableAllowsIt() {
    List<TableColumn> narrow =
        List.of(
            column("s", Kind.SHORT),
            column("i", Kind.INT),
            column("f", Kind.FLOAT),
            column("d", Kind.INT),
            new TableColumn("p", ColumnType.decimal(5, 2)),
            column("day", Kind.DATE));
    Samples.created(table(), narrow);
    commit(table(), narrow, row(11, -7, 8, 1.5, 9, 12345L, 20_000));
    List<TableColumn> wide =
        List.of(
            column("s", Kind.INT),
            column("i", Kind.LONG),
            column("f", Kind.DOUBLE),
            column("d", Kind.DOUBLE),
            new TableColumn("p", ColumnType.decimal(10, 4)),
            column("day", Kind.TIMESTAMP_NTZ));
    assertThatThrownBy(() -> table().checkColumns(Samples.present(table()), wide))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("'s' is")
        .hasMessageContaining("'day' is")
        .satisfies(
            error ->
                assertThat(((SchemaChangedException) error).remedy())
                    .contains("'delta.enableTypeWidening' = 'true'"));
    allow("delta.enableTypeWidening");
    assertThat(Samples.present(table()).allowsWidening()).isTrue();

    commit(
        table(),
        wide,
        row(12, 70_000, 5_000_000_000L, 1.1, 2.5, 99_999_999L, 1_728_000_000_000_001L));

    assertThat(Samples.present(table()).captured()).isEqualTo(wide);
    assertThat(log().line(3, "metaData"))
        .contains(
            "\\\"delta.typeChanges\\\":[{\\\"toType\\\":\\\"integer\\\","
                + "\\\"fromType\\\":\\\"short\\\"}]");
    List<Row> rows = rowsInOrder();
    assertWidened(rows.get(0), -7, 8, 1.5, 9.0, "123.4500", 20_000 * 86_400_000_000L);
    assertWidened(
        rows.get(1), 70_000, 5_000_000_000L, 1.1, 2.5, "9999.9999", 1_728_000_000_000_001L);
  }

  private static void assertWidened(
      Row row, int s, long i, double f, double d, String p, long day) {
    assertThat(row.getInt(at(row, "s"))).isEqualTo(s);
    assertThat(row.getLong(at(row, "i"))).isEqualTo(i);
    assertThat(row.getDouble(at(row, "f"))).isEqualTo(f);
    assertThat(row.getDouble(at(row, "d"))).isEqualTo(d);
    assertThat(row.getDecimal(at(row, "p"))).isEqualTo(new BigDecimal(p));
    assertThat(row.getLong(at(row, "day"))).isEqualTo(day);
  }

  private void allow(String property) {
    PlainReader reader = reader();
    reader
        .snapshot
        .buildUpdateTableTransaction("another program", Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(Map.of(property, "true"))
        .build(reader.engine)
        .commit(reader.engine, CloseableIterable.emptyIterable());
  }

  private static TableColumn column(String name, Kind kind) {
    return new TableColumn(name, ColumnType.of(kind));
  }

  @Test
  void whatTheTableCannotTakeIsNamedWithTheWayOut() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    assertRefused(
        head,
        with(Samples.ID_AND_NAME, column("a b", Kind.INT), column("c=", Kind.INT)),
        "'a b' holds characters that need name mapping; 'c=' holds",
        "'delta.columnMapping.mode' = 'name'");
    assertRefused(
        head,
        with(Samples.ID_AND_NAME, column("_Snapshot", Kind.INT)),
        "'_Snapshot' is a name of the table's own columns",
        "new table");
    assertRefused(
        head,
        with(Samples.ID_AND_NAME, column("\ude00", Kind.INT)),
        "would hold half a surrogate pair",
        "new table");
    assertRefused(
        head,
        with(Samples.ID_AND_NAME, column("ID", Kind.INT)),
        "'id', 'ID' differ only in case",
        "new table");
    assertRefused(
        head,
        List.of(column("id", Kind.STRING), Samples.ID_AND_NAME.get(1)),
        "'id' is",
        "new table");
    assertThat(log().file(1)).doesNotExist();
  }

  private void assertRefused(
      BronzeHead.Present head, List<TableColumn> columns, String problem, String remedy) {
    assertThatThrownBy(() -> table().checkColumns(head, columns))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining(problem)
        .satisfies(error -> assertThat(((SchemaChangedException) error).remedy()).contains(remedy));
  }

  @Test
  void onceTheOwnerHasSwitchedOnMappingOddNamesWork() {
    BronzeTable table = table();
    Samples.commit(table, Samples.created(table, Samples.ID_AND_NAME), Samples.rows(11, 1));
    PlainReader reader = reader();
    reader
        .snapshot
        .buildUpdateTableTransaction("another program", Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(Map.of("delta.columnMapping.mode", "name"))
        .build(reader.engine)
        .commit(reader.engine, CloseableIterable.emptyIterable());
    assertThat(Samples.present(table).foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
    List<TableColumn> columns = with(Samples.ID_AND_NAME, ODD);

    commit(table, columns, row(12, 3, "c", "odd"));

    List<Row> rows = rowsInOrder();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).getInt(at(rows.get(0), "id"))).isZero();
    assertThat(rows.get(1).getString(at(rows.get(1), "name"))).isEqualTo("c");
    assertThat(rows.get(1).getString(at(rows.get(1), ODD.name()))).isEqualTo("odd");
  }
}
