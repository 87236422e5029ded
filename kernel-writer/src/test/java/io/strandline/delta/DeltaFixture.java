package io.strandline.delta;

import static io.strandline.delta.PlainReader.at;

import io.delta.kernel.TableManager;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.contract.BronzeRow;
import io.strandline.port.contract.StoreFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;

/** The Delta tables under the ports' contracts, seen by plain Kernel. */
final class DeltaFixture implements StoreFixture {

  @Override
  public TableStore open(InstantSource clock) {
    return DeltaTableStore.open(clock, Map.of());
  }

  @Override
  public List<BronzeRow> rows(TableLocations locations) {
    PlainReader reader = new PlainReader(Path.of(locations.bronze()));
    List<TableColumn> captured = BronzeSchema.captured(reader.snapshot.getSchema());
    return reader.rows().stream().map(row -> bronze(row, captured)).toList();
  }

  private static BronzeRow bronze(Row row, List<TableColumn> captured) {
    int command = at(row, "_command_id");
    return new BronzeRow(
        row.getString(at(row, "_capture_instance")),
        Lsn.parse(row.getString(at(row, "_start_lsn"))),
        text(row, "_seqval").map(Lsn::parse),
        row.getInt(at(row, "_operation")),
        row.isNullAt(command) ? Optional.empty() : Optional.of(row.getInt(command)),
        RowTable.instant(row.getLong(at(row, "_commit_ts"))),
        captured.stream().map(column -> value(row, column)).toList(),
        row.getLong(at(row, "_batch_id")),
        text(row, "_snapshot").map(Lsn::parse),
        row.isNullAt(at(row, "_chunk"))
            ? OptionalInt.empty()
            : OptionalInt.of(row.getInt(at(row, "_chunk"))));
  }

  private static Optional<String> text(Row row, String column) {
    int ordinal = at(row, column);
    return row.isNullAt(ordinal) ? Optional.empty() : Optional.of(row.getString(ordinal));
  }

  private static Optional<Object> value(Row row, TableColumn column) {
    int ordinal = at(row, column.name());
    return row.isNullAt(ordinal)
        ? Optional.empty()
        : Optional.of(value(row, ordinal, column.type()));
  }

  private static Object value(Row row, int ordinal, ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN -> row.getBoolean(ordinal) ? 1 : 0;
      case SHORT -> (int) row.getShort(ordinal);
      case INT, DATE -> row.getInt(ordinal);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> row.getLong(ordinal);
      case FLOAT -> (double) row.getFloat(ordinal);
      case DOUBLE -> row.getDouble(ordinal);
      case DECIMAL ->
          type.isLongDecimal()
              ? row.getDecimal(ordinal).unscaledValue().longValueExact()
              : boxed(row.getDecimal(ordinal).unscaledValue().toByteArray());
      case STRING -> row.getString(ordinal);
      case BINARY -> boxed(row.getBinary(ordinal));
    };
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte one : bytes) {
      boxed.add(one);
    }
    return boxed;
  }

  @Override
  public List<FactsRow> facts(TableLocations locations) {
    return new PlainReader(Path.of(locations.facts()))
        .rows().stream().map(DeltaFixture::facts).toList();
  }

  private static FactsRow facts(Row row) {
    FactsRow facts = FactsRow.empty();
    for (FactsColumn column : FactsColumn.values()) {
      int ordinal = at(row, column.columnName());
      if (!row.isNullAt(ordinal)) {
        facts = facts.with(column, value(row, ordinal, column.type()));
      }
    }
    return facts;
  }

  private static Object value(Row row, int ordinal, Class<?> type) {
    if (type == String.class) {
      return row.getString(ordinal);
    }
    if (type == Integer.class) {
      return row.getInt(ordinal);
    }
    if (type == Double.class) {
      return row.getDouble(ordinal);
    }
    long number = row.getLong(ordinal);
    return type == Instant.class ? RowTable.instant(number) : (Object) number;
  }

  @Override
  public long versions(String location) {
    Path folder = Path.of(location);
    return Files.exists(folder) ? new PlainReader(folder).snapshot.getVersion() + 1 : 0;
  }

  @Override
  public void createForeignTable(String location) {
    Engine engine = DefaultEngine.create(new Configuration());
    TableManager.buildCreateTableTransaction(
            location, new StructType().add("a", IntegerType.INTEGER), "another program")
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
  }

  @Override
  public void commitForeign(TableLocations locations, ForeignChange change) {
    PlainWriter writer = new PlainWriter(Path.of(locations.bronze()));
    switch (change) {
      case SET_PROPERTY -> writer.setProperty();
      case ADD_ROW -> writer.addRowOfNulls();
    }
  }
}
