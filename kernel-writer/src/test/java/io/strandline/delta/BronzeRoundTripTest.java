package io.strandline.delta;

import static io.strandline.delta.PlainReader.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.data.Row;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BronzeRoundTripTest {

  private static final BigInteger NINES_38 = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
  private static final long NINES_18 = 999_999_999_999_999_999L;
  private static final int FIRST_DAY = (int) LocalDate.of(1, 1, 1).toEpochDay();
  private static final int LAST_DAY = (int) LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long FIRST = RowTable.micros(Instant.parse("0001-01-01T00:00:00Z"));
  private static final long LAST = RowTable.micros(Instant.parse("9999-12-31T23:59:59.999999Z"));
  private static final String TEXT = "Zoë, 東京, \uD83C\uDF0A";

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  private static TableColumn column(String name, Kind kind) {
    return new TableColumn(name, ColumnType.of(kind));
  }

  private static final List<TableColumn> EVERY_TYPE =
      List.of(
          column("boolean", Kind.BOOLEAN),
          column("short", Kind.SHORT),
          column("int", Kind.INT),
          column("long", Kind.LONG),
          column("float", Kind.FLOAT),
          column("double", Kind.DOUBLE),
          new TableColumn("small_decimal", ColumnType.decimal(5, 2)),
          new TableColumn("long_decimal", ColumnType.decimal(18, 0)),
          new TableColumn("big_decimal", ColumnType.decimal(38, 10)),
          column("string", Kind.STRING),
          column("binary", Kind.BINARY),
          column("date", Kind.DATE),
          column("timestamp", Kind.TIMESTAMP),
          column("ntz", Kind.TIMESTAMP_NTZ));

  /** Three rows: smallest, largest, NULL. */
  private static List<Vector> extremes() {
    return List.of(
        new IntVector.Builder(3).add(0).add(1).addNull().build(),
        new IntVector.Builder(3).add(Short.MIN_VALUE).add(Short.MAX_VALUE).addNull().build(),
        new IntVector.Builder(3).add(Integer.MIN_VALUE).add(Integer.MAX_VALUE).addNull().build(),
        new LongVector.Builder(3).add(Long.MIN_VALUE).add(Long.MAX_VALUE).addNull().build(),
        new DoubleVector.Builder(3).add(-Float.MAX_VALUE).add(Float.MIN_VALUE).addNull().build(),
        new DoubleVector.Builder(3).add(-0.0).add(Double.MAX_VALUE).addNull().build(),
        new LongVector.Builder(3).add(-99_999).add(99_999).addNull().build(),
        new LongVector.Builder(3).add(-NINES_18).add(NINES_18).addNull().build(),
        new BytesVector.Builder(3)
            .add(NINES_38.negate().toByteArray())
            .add(NINES_38.toByteArray())
            .addNull()
            .build(),
        new BytesVector.Builder(3).add("").add(TEXT).addNull().build(),
        new BytesVector.Builder(3)
            .add(new byte[0])
            .add(new byte[] {0, -1, 127, -128})
            .addNull()
            .build(),
        new IntVector.Builder(3).add(FIRST_DAY).add(LAST_DAY).addNull().build(),
        new LongVector.Builder(3).add(FIRST).add(LAST).addNull().build(),
        new LongVector.Builder(3).add(FIRST).add(LAST).addNull().build());
  }

  @Test
  void everyTypeArrivesExactlyWithItsExtremes() {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    BronzeHead.Present head = Samples.created(table, EVERY_TYPE);
    assertThat(head.captured()).isEqualTo(EVERY_TYPE);

    CommitOutcome outcome =
        Samples.commit(table, head, Samples.rows(new long[] {11, 12, 13}, extremes()));

    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(1));
    List<Row> rows = new PlainReader(warehouse.resolve("orders")).rows();
    assertThat(rows).hasSize(3);
    assertSmallest(rows.get(0));
    assertLargest(rows.get(1));
    EVERY_TYPE.forEach(
        column -> assertThat(rows.get(2).isNullAt(at(rows.get(2), column.name()))).isTrue());
  }

  private static void assertSmallest(Row row) {
    assertThat(row.getBoolean(at(row, "boolean"))).isFalse();
    assertThat(row.getShort(at(row, "short"))).isEqualTo(Short.MIN_VALUE);
    assertThat(row.getInt(at(row, "int"))).isEqualTo(Integer.MIN_VALUE);
    assertThat(row.getLong(at(row, "long"))).isEqualTo(Long.MIN_VALUE);
    assertThat(row.getFloat(at(row, "float"))).isEqualTo(-Float.MAX_VALUE);
    assertThat(Double.doubleToRawLongBits(row.getDouble(at(row, "double"))))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
    assertThat(row.getDecimal(at(row, "small_decimal"))).isEqualTo(new BigDecimal("-999.99"));
    assertThat(row.getDecimal(at(row, "long_decimal")))
        .isEqualTo(new BigDecimal("-999999999999999999"));
    assertThat(row.getDecimal(at(row, "big_decimal")))
        .isEqualTo(new BigDecimal("-9999999999999999999999999999.9999999999"));
    assertThat(row.getString(at(row, "string"))).isEmpty();
    assertThat(row.getBinary(at(row, "binary"))).isEmpty();
    assertThat(row.getInt(at(row, "date"))).isEqualTo(FIRST_DAY);
    assertThat(row.getLong(at(row, "timestamp"))).isEqualTo(FIRST);
    assertThat(row.getLong(at(row, "ntz"))).isEqualTo(FIRST);
  }

  private static void assertLargest(Row row) {
    assertThat(row.getBoolean(at(row, "boolean"))).isTrue();
    assertThat(row.getShort(at(row, "short"))).isEqualTo(Short.MAX_VALUE);
    assertThat(row.getInt(at(row, "int"))).isEqualTo(Integer.MAX_VALUE);
    assertThat(row.getLong(at(row, "long"))).isEqualTo(Long.MAX_VALUE);
    assertThat(row.getFloat(at(row, "float"))).isEqualTo(Float.MIN_VALUE);
    assertThat(row.getDouble(at(row, "double"))).isEqualTo(Double.MAX_VALUE);
    assertThat(row.getDecimal(at(row, "small_decimal"))).isEqualTo(new BigDecimal("999.99"));
    assertThat(row.getDecimal(at(row, "long_decimal")))
        .isEqualTo(new BigDecimal("999999999999999999"));
    assertThat(row.getDecimal(at(row, "big_decimal")))
        .isEqualTo(new BigDecimal("9999999999999999999999999999.9999999999"));
    assertThat(row.getString(at(row, "string"))).isEqualTo(TEXT);
    assertThat(row.getBinary(at(row, "binary"))).containsExactly(0, -1, 127, -128);
    assertThat(row.getInt(at(row, "date"))).isEqualTo(LAST_DAY);
    assertThat(row.getLong(at(row, "timestamp"))).isEqualTo(LAST);
    assertThat(row.getLong(at(row, "ntz"))).isEqualTo(LAST);
  }

  @Test
  void ourColumnsFrameTheCapturedOnes() {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    Samples.commit(table, head, Samples.rows(11, 2));

    PlainReader reader = new PlainReader(warehouse.resolve("orders"));
    assertThat(reader.snapshot.getSchema().fieldNames())
        .containsExactly(
            "_capture_instance",
            "_start_lsn",
            "_seqval",
            "_operation",
            "_command_id",
            "_commit_ts",
            "id",
            "name",
            "_batch_id",
            "_snapshot",
            "_chunk");
    Row row = reader.rows().get(1);
    assertThat(row.getString(0)).isEqualTo("dbo_orders");
    assertThat(row.getString(1)).isEqualTo("0x0000000000000000000C");
    assertThat(row.getString(2)).isEqualTo("0x00000000000000002EE1");
    assertThat(row.getInt(3)).isEqualTo(2);
    assertThat(row.getInt(4)).isEqualTo(1);
    assertThat(row.getLong(5))
        .isEqualTo(RowTable.micros(Instant.parse("2026-11-01T10:15:30.123001Z")));
    assertThat(row.getLong(8)).isZero();
    assertThat(row.isNullAt(9)).isTrue();
    assertThat(row.isNullAt(10)).isTrue();
  }

  @Test
  void rowsKeepTheirOrderWithinAndAcrossFiles() throws IOException {
    DeltaTableStore small =
        TestStore.open(Map.of("delta.kernel.default.parquet.writer.targetMaxFileSize", "60000"));
    BronzeTable table = small.bronze(Samples.locations(warehouse));
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    Samples.commit(
        table, head, Samples.rows(1, 4000), Samples.rows(4000, 4000), Samples.rows(7999, 4000));

    PlainReader reader = new PlainReader(warehouse.resolve("orders"));
    List<Row> files = reader.files();
    assertThat(files).hasSizeGreaterThan(2);
    List<String> read =
        files.stream()
            .sorted((a, b) -> first(reader, a).compareTo(first(reader, b)))
            .flatMap(file -> reader.rows(file).stream())
            .map(row -> row.getString(1))
            .toList();
    List<String> expected =
        LongStream.concat(
                LongStream.rangeClosed(1, 4000),
                LongStream.concat(
                    LongStream.rangeClosed(4000, 7999), LongStream.rangeClosed(7999, 11998)))
            .mapToObj(number -> Samples.lsn(number).toString())
            .toList();
    assertThat(read).isEqualTo(expected);
  }

  private static String first(PlainReader reader, Row file) {
    return reader.rows(file).get(0).getString(1);
  }

  @Test
  void filesAreCompressedWithZstd() throws IOException {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    Samples.commit(table, Samples.created(table, Samples.ID_AND_NAME), Samples.rows(11, 2));

    String file = new PlainReader(warehouse.resolve("orders")).fileStatuses().get(0).getPath();

    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file), new Configuration()))) {
      assertThat(reader.getFooter().getBlocks().get(0).getColumns())
          .allMatch(column -> column.getCodec() == CompressionCodecName.ZSTD);
    }
  }

  @Test
  void theProtocolNeedsNoReaderFeatureUnlessATypeDoes() throws IOException {
    store.bronze(Samples.locations(warehouse)).create(Samples.ID_AND_NAME, Samples::initial);

    String log = Files.readString(warehouse.resolve("orders/_delta_log/00000000000000000000.json"));

    assertThat(log)
        .contains(
            "\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"domainMetadata\"]")
        .doesNotContain("readerFeatures");
  }

  @Test
  void aTimestampWithoutZoneBringsItsFeature() throws IOException {
    store.bronze(Samples.locations(warehouse)).create(EVERY_TYPE, Samples::initial);

    String log = Files.readString(warehouse.resolve("orders/_delta_log/00000000000000000000.json"));

    assertThat(log)
        .contains("\"readerFeatures\":[\"timestampNtz\"]")
        .contains("\"writerFeatures\":[\"domainMetadata\",\"timestampNtz\"]");
  }

  @Test
  void boundsCoverTheValues() throws IOException {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    Samples.commit(
        table,
        Samples.created(table, EVERY_TYPE),
        Samples.rows(new long[] {11, 12, 13}, extremes()));

    String log = Files.readString(warehouse.resolve("orders/_delta_log/00000000000000000001.json"));

    assertThat(log)
        .contains("\\\"_start_lsn\\\":\\\"0x0000000000000000000B\\\"")
        .contains("\\\"_start_lsn\\\":\\\"0x0000000000000000000D\\\"")
        .contains("\\\"_commit_ts\\\":\\\"2026-11-01T10:15:30.123Z\\\"")
        .contains("\\\"_commit_ts\\\":\\\"2026-11-01T10:15:30.124Z\\\"")
        .contains("\\\"int\\\":-2147483648")
        .doesNotContain("10000-01-01");
    assertThat(Files.list(warehouse.resolve("orders")).map(Path::toString))
        .noneMatch(name -> name.endsWith(".crc"));
  }
}
