package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.error.InternalException;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowChecksTest {

  private static final BytesVector LSN = lsn();

  private static BytesVector lsn() {
    return new BytesVector.Builder(1).add(Samples.lsn(5).toBytes()).build();
  }

  private static void check(ColumnType type, Vector vector) {
    new RowChecks(List.of(new TableColumn("price", type)), false)
        .check(Samples.rows(new long[] {5}, List.of(vector)));
  }

  private static void assertRefused(ColumnType type, Vector vector, String why) {
    assertThatThrownBy(() -> check(type, vector))
        .isInstanceOf(InternalException.class)
        .hasMessage("column 'price' of row 0 of a batch " + why);
  }

  private static void assertOutOfRange(ColumnType type, Vector vector) {
    assertRefused(type, vector, "is out of the range of " + type);
  }

  private static LongVector longs(long value) {
    return new LongVector.Builder(1).add(value).build();
  }

  private static IntVector ints(int value) {
    return new IntVector.Builder(1).add(value).build();
  }

  private static BytesVector bytes(BigInteger value) {
    return new BytesVector.Builder(1).add(value.toByteArray()).build();
  }

  @Test
  void decimalsHaveTheirPrecision() {
    check(ColumnType.decimal(5, 2), longs(-99_999));
    assertOutOfRange(ColumnType.decimal(5, 2), longs(100_000));
    assertOutOfRange(ColumnType.decimal(5, 2), longs(-100_000));
    assertOutOfRange(ColumnType.decimal(18, 2), longs(Long.MIN_VALUE));
    assertOutOfRange(ColumnType.decimal(18, 2), longs(Long.MAX_VALUE));
    BigInteger bound = BigInteger.TEN.pow(30);
    check(ColumnType.decimal(30, 0), bytes(bound.subtract(BigInteger.ONE)));
    assertOutOfRange(ColumnType.decimal(30, 0), bytes(bound));
    assertOutOfRange(ColumnType.decimal(30, 0), bytes(bound.negate()));
    assertOutOfRange(
        ColumnType.decimal(30, 0), new BytesVector.Builder(1).add(new byte[0]).build());
  }

  @Test
  void smallTypesHaveTheirRange() {
    check(ColumnType.of(Kind.SHORT), ints(Short.MIN_VALUE));
    assertOutOfRange(ColumnType.of(Kind.SHORT), ints(Short.MAX_VALUE + 1));
    assertOutOfRange(ColumnType.of(Kind.BOOLEAN), ints(2));
    check(ColumnType.of(Kind.FLOAT), new DoubleVector.Builder(1).add(0.1f).build());
    check(ColumnType.of(Kind.FLOAT), new DoubleVector.Builder(1).add(Double.NaN).build());
    assertOutOfRange(ColumnType.of(Kind.FLOAT), new DoubleVector.Builder(1).add(0.1).build());
  }

  @Test
  void nullsAreOutsideEveryRange() {
    assertThatCode(
            () -> {
              check(ColumnType.decimal(1, 0), new LongVector.Builder(1).addNull().build());
              check(ColumnType.decimal(30, 0), new BytesVector.Builder(1).addNull().build());
              check(ColumnType.of(Kind.SHORT), new IntVector.Builder(1).addNull().build());
              check(ColumnType.of(Kind.FLOAT), new DoubleVector.Builder(1).addNull().build());
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aVectorOfAnotherTypeIsRefused() {
    assertThatThrownBy(() -> check(ColumnType.of(Kind.STRING), longs(1)))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining("column 'price' of type string was read into a LongVector");
  }

  @Test
  void anotherNumberOfColumnsIsRefused() {
    assertThatThrownBy(
            () ->
                new RowChecks(Samples.ID_AND_NAME, false)
                    .check(Samples.rows(new long[] {5}, List.of(longs(1)))))
        .isInstanceOf(InternalException.class)
        .hasMessage("1 captured columns were read for the table's 2");
  }

  private static void assertMetadataRefused(
      String message,
      BytesVector startLsn,
      BytesVector seqval,
      IntVector operation,
      LongVector commitTs) {
    BronzeRows rows =
        new BronzeRows(
            new ChangeBatch(
                1,
                startLsn,
                seqval,
                operation,
                new IntVector.Builder(1).addNull().build(),
                longs(0),
                List.of()),
            commitTs);
    assertThatThrownBy(() -> new RowChecks(List.of(), false).check(rows))
        .isInstanceOf(InternalException.class)
        .hasMessage(message);
  }

  @Test
  void metadataMustBeThere() {
    BytesVector none = new BytesVector.Builder(1).addNull().build();
    assertMetadataRefused(
        "column '_start_lsn' of row 0 of a batch is NULL", none, LSN, ints(1), longs(0));
    assertMetadataRefused(
        "column '_seqval' of row 0 of a batch is NULL", LSN, none, ints(1), longs(0));
    assertMetadataRefused(
        "column '_operation' of row 0 of a batch is NULL",
        LSN,
        LSN,
        new IntVector.Builder(1).addNull().build(),
        longs(0));
    assertMetadataRefused(
        "column '_operation' of row 0 of a batch is no operation of a change",
        LSN,
        LSN,
        ints(5),
        longs(0));
    assertMetadataRefused(
        "column '_commit_ts' of row 0 of a batch is NULL",
        LSN,
        LSN,
        ints(1),
        new LongVector.Builder(1).addNull().build());
    assertMetadataRefused(
        "column '_start_lsn' of row 0 of a batch does not have 10 bytes",
        new BytesVector.Builder(1).add(new byte[9]).build(),
        LSN,
        ints(1),
        longs(0));
  }
}
