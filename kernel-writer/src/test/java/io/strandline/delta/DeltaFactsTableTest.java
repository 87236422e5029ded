package io.strandline.delta;

import static io.strandline.delta.PlainReader.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.data.Row;
import io.strandline.error.ForeignTableException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.FactsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaFactsTableTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  private FactsTable facts() {
    return store.facts(Samples.locations(warehouse));
  }

  private PlainReader reader() {
    return new PlainReader(warehouse.resolve("strandline_facts"));
  }

  private static FactsRow row(long batch) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, "t")
        .with(FactsColumn.APP_ID, Samples.APP)
        .with(FactsColumn.BATCH_ID, batch);
  }

  /** A value of every column. */
  private static FactsRow full() {
    FactsRow row = FactsRow.empty();
    for (FactsColumn column : FactsColumn.values()) {
      row = row.with(column, value(column));
    }
    return row;
  }

  private static Object value(FactsColumn column) {
    int number = column.ordinal();
    if (column.type() == String.class) {
      return "text " + number;
    }
    if (column.type() == Integer.class) {
      return number;
    }
    if (column.type() == Long.class) {
      return (long) number;
    }
    return column.type() == Double.class ? number + 0.5 : Instant.ofEpochSecond(number, 1_000);
  }

  @Test
  void anAbsentTableKnowsNoBatch() {
    assertThat(facts().view().newestBatch("t", Samples.APP)).isEqualTo(-1);
    assertThat(warehouse).isEmptyDirectory();
  }

  @Test
  void everyColumnIsWritten() {
    facts().createIfAbsent();
    facts().append("t", Samples.APP, 0, List.of(full()));

    PlainReader reader = reader();
    assertThat(reader.snapshot.getSchema().fieldNames())
        .isEqualTo(Arrays.stream(FactsColumn.values()).map(FactsColumn::columnName).toList());
    Row row = reader.rows().get(0);
    for (FactsColumn column : FactsColumn.values()) {
      if (column != FactsColumn.WRITTEN_AT) {
        assertThat(read(row, column)).as(column.columnName()).isEqualTo(value(column));
      }
    }
    assertThat(read(row, FactsColumn.WRITTEN_AT)).isEqualTo(TestStore.NOW);
  }

  private static Object read(Row row, FactsColumn column) {
    int ordinal = at(row, column.columnName());
    if (column.type() == String.class) {
      return row.getString(ordinal);
    }
    if (column.type() == Integer.class) {
      return row.getInt(ordinal);
    }
    if (column.type() == Double.class) {
      return row.getDouble(ordinal);
    }
    return column.type() == Long.class
        ? row.getLong(ordinal)
        : RowTable.instant(row.getLong(ordinal));
  }

  @Test
  void whatIsNotSetIsNull() {
    facts().append("t", Samples.APP, 0, List.of(row(0)));

    Row row = reader().rows().get(0);

    assertThat(row.isNullAt(at(row, "event"))).isTrue();
    assertThat(row.isNullAt(at(row, "end_commit_ts"))).isTrue();
    assertThat(row.isNullAt(at(row, "files"))).isTrue();
    assertThat(row.getLong(at(row, "batch_id"))).isZero();
  }

  @Test
  void aBatchIsWrittenOnce() {
    FactsTable facts = facts();
    facts.createIfAbsent();
    facts.append("t", Samples.APP, 0, List.of(row(0)));
    facts.append("t", Samples.APP, 1, List.of(row(1), row(1)));

    facts.append("t", Samples.APP, 1, List.of(row(1)));
    facts.append("t", Samples.APP, 0, List.of(row(0)));

    assertThat(reader().rows()).hasSize(3);
    assertThat(facts.view().newestBatch("t", Samples.APP)).isEqualTo(1);
    assertThat(facts.view().newestBatch("t", "another")).isEqualTo(-1);
    assertThat(facts.view().newestBatch("another", Samples.APP)).isEqualTo(-1);
  }

  @Test
  void aViewStaysAtItsVersion() {
    FactsTable facts = facts();
    facts.append("t", Samples.APP, 0, List.of(row(0)));
    FactsTable.View view = facts.view();

    facts.append("t", Samples.APP, 1, List.of(row(1)));

    assertThat(view.newestBatch("t", Samples.APP)).isZero();
  }

  @Test
  void theTableSaysItsKindAndKeepsAShortLog() throws Exception {
    facts().createIfAbsent();
    facts().createIfAbsent();

    String log =
        Files.readString(
            warehouse.resolve("strandline_facts/_delta_log/00000000000000000000.json"));

    assertThat(log)
        .contains("\"strandline.table\":\"facts/1\"")
        .contains("\"delta.logRetentionDuration\":\"interval 2 days\"")
        .contains("\"delta.deletedFileRetentionDuration\":\"interval 1 days\"");
    assertThat(reader().snapshot.getVersion()).isZero();
  }

  @Test
  void aTableOfAnotherKindIsForeign() {
    store.control(Samples.locations(warehouse)).createIfAbsent();
    FactsTable facts =
        store.facts(
            new io.strandline.port.TableLocations(
                warehouse.resolve("orders").toString(),
                warehouse.resolve("strandline_control").toString(),
                warehouse.resolve("strandline_control").toString(),
                warehouse.toString()));

    assertThatThrownBy(facts::createIfAbsent)
        .isInstanceOf(ForeignTableException.class)
        .hasMessageContaining("is no Strandline table of the kind facts/1")
        .hasMessageContaining("control/1");
    assertThatThrownBy(facts::view).isInstanceOf(ForeignTableException.class);
    assertThatThrownBy(() -> facts.append("t", "a", 0, List.of(row(0))))
        .isInstanceOf(ForeignTableException.class);
  }
}
