package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.check.Draw;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.TableLocations;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link BronzeTable} for values: every type and every state comes back exactly.
 */
public abstract class BronzeValuesContract extends StoreContract {

  private static final List<TableColumn> EVERY_TYPE =
      List.of(
          column("a_boolean", ColumnType.of(Kind.BOOLEAN)),
          column("a_short", ColumnType.of(Kind.SHORT)),
          column("an_int", ColumnType.of(Kind.INT)),
          column("a_long", ColumnType.of(Kind.LONG)),
          column("a_float", ColumnType.of(Kind.FLOAT)),
          column("a_double", ColumnType.of(Kind.DOUBLE)),
          column("a_decimal", ColumnType.decimal(18, 4)),
          column("a_long_decimal", ColumnType.decimal(38, 10)),
          column("a_string", ColumnType.of(Kind.STRING)),
          column("a_binary", ColumnType.of(Kind.BINARY)),
          column("a_date", ColumnType.of(Kind.DATE)),
          column("a_timestamp", ColumnType.of(Kind.TIMESTAMP)),
          column("a_timestamp_ntz", ColumnType.of(Kind.TIMESTAMP_NTZ)));

  private TableLocations locations;
  private BronzeTable table;

  @BeforeEach
  final void openTable() {
    locations = locations("sales/orders");
    table = store.bronze(locations);
  }

  @Test
  final void everyTypeComesBackExactlyNullsToo() {
    table.create(EVERY_TYPE, States::created);
    BronzeHead.Present base = (BronzeHead.Present) table.head();
    assertThat(base.captured()).isEqualTo(EVERY_TYPE);
    Draw draw = new Draw(1);
    List<BronzeRows> written = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      List<Vector> vectors = EVERY_TYPE.stream().map(c -> vector(draw, c.type(), 20)).toList();
      written.add(Batches.rows(20 * i, 20, vectors));
    }
    Stamp stamp = new Stamp("dbo_orders", 0);

    commit(base, stamp, written);

    assertThat(tables.rows(locations))
        .containsExactlyInAnyOrderElementsOf(
            written.stream()
                .flatMap(rows -> BronzeRow.of(rows, stamp, EVERY_TYPE).stream())
                .toList());
  }

  @Test
  final void everyStateComesBackExactly() {
    table.create(EVERY_TYPE, States::created);
    Draw draw = new Draw(2);
    for (int batch = 0; batch < 10; batch++) {
      BronzeHead.Present base = (BronzeHead.Present) table.head();
      StreamState next = follow(base.state(), anyBatch(draw));
      assertThat(table.commit(base, base.captured(), table.noFiles(), next))
          .isInstanceOf(CommitOutcome.Committed.class);
      assertThat(((BronzeHead.Present) table.head()).state()).isEqualTo(next);
    }
  }

  private void commit(BronzeHead.Present base, Stamp stamp, List<BronzeRows> rows) {
    StreamState next = follow(base.state(), anyBatch(new Draw(3)));
    assertThat(
            table.commit(
                base,
                base.captured(),
                table.write(base, base.captured(), stamp, rows.iterator()),
                next))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  private static StreamState anyBatch(Draw draw) {
    StreamState any = States.any(draw);
    while (any.lastBatch().isEmpty()) {
      any = States.any(draw);
    }
    return any;
  }

  /** A drawn state as the next one of a table and a stream. */
  private static StreamState follow(StreamState before, StreamState drawn) {
    return new StreamState(
        before.appId(),
        before.tableId(),
        drawn.generation(),
        before.batchId() + 1,
        "attempt-" + (before.batchId() + 1),
        drawn.offset(),
        drawn.zone(),
        drawn.local(),
        drawn.utcOffset(),
        drawn.source(),
        drawn.anchor(),
        drawn.highestMaxLsn(),
        drawn.losslessSince(),
        drawn.snapshot(),
        Optional.of(drawn.lastBatch().orElseThrow()));
  }

  private static TableColumn column(String name, ColumnType type) {
    return new TableColumn(name, type);
  }

  private static Vector vector(Draw draw, ColumnType type, int rows) {
    return switch (type.kind()) {
      case BOOLEAN -> ints(draw, 0, 1, rows);
      case SHORT -> ints(draw, Short.MIN_VALUE, Short.MAX_VALUE, rows);
      case INT -> ints(draw, Integer.MIN_VALUE, Integer.MAX_VALUE, rows);
      case DATE -> ints(draw, -719_162, 2_932_896, rows);
      case LONG -> longs(draw, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, rows);
      case TIMESTAMP, TIMESTAMP_NTZ ->
          longs(draw, -62_135_596_800_000_000L, 253_402_300_799_999_999L, rows);
      case FLOAT, DOUBLE -> doubles(draw, type.kind() == Kind.FLOAT, rows);
      case DECIMAL ->
          type.isLongDecimal()
              ? longs(draw, -999_999_999_999_999_999L, 999_999_999_999_999_999L, rows)
              : decimals(draw, rows);
      case STRING -> texts(draw, rows);
      case BINARY -> binaries(draw, rows);
    };
  }

  private static Vector ints(Draw draw, int low, int high, int rows) {
    IntVector.Builder builder = new IntVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      switch (draw.between(0, 4)) {
        case 0 -> builder.addNull();
        case 1 -> builder.add(low);
        case 2 -> builder.add(high);
        default -> builder.add(draw.between(low, high));
      }
    }
    return builder.build();
  }

  private static Vector longs(Draw draw, long low, long high, int rows) {
    LongVector.Builder builder = new LongVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      switch (draw.between(0, 4)) {
        case 0 -> builder.addNull();
        case 1 -> builder.add(low);
        case 2 -> builder.add(high);
        default -> builder.add(draw.between(low, high));
      }
    }
    return builder.build();
  }

  private static Vector doubles(Draw draw, boolean single, int rows) {
    DoubleVector.Builder builder = new DoubleVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      double value = draw.of(0.0, -0.0, 1.5, -1e-30, 1e30, draw.between(-1000, 1000) / 7.0);
      if (draw.perMille(200)) {
        builder.addNull();
      } else {
        builder.add(single ? (float) value : value);
      }
    }
    return builder.build();
  }

  private static Vector decimals(Draw draw, int rows) {
    BytesVector.Builder builder = new BytesVector.Builder(rows);
    BigInteger largest = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    for (int i = 0; i < rows; i++) {
      switch (draw.between(0, 4)) {
        case 0 -> builder.addNull();
        case 1 -> builder.add(largest.toByteArray());
        case 2 -> builder.add(largest.negate().toByteArray());
        default -> builder.add(BigInteger.valueOf(draw.anyLong()).toByteArray());
      }
    }
    return builder.build();
  }

  private static Vector texts(Draw draw, int rows) {
    BytesVector.Builder builder = new BytesVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (draw.perMille(200)) {
        builder.addNull();
      } else {
        builder.add(draw.of("", " ", "orders", "Situação", "a\nb\"c", "\uD83C\uDF0A", "x\u0000y"));
      }
    }
    return builder.build();
  }

  private static Vector binaries(Draw draw, int rows) {
    BytesVector.Builder builder = new BytesVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (draw.perMille(200)) {
        builder.addNull();
      } else {
        builder.add(draw.bytes(draw.between(0, 40)));
      }
    }
    return builder.build();
  }
}
