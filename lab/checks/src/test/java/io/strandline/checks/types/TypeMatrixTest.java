package io.strandline.checks.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.option.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every value of the table written by hand, from the source into Delta tables. */
final class TypeMatrixTest {

  private static final List<TypeColumn> TYPES = TypeColumn.all();

  private static final List<TypeColumn> TIMES =
      TYPES.stream().filter(type -> type.deltaType().matches("date|timestamp.*")).toList();

  private static final int ROWS =
      1 + TYPES.stream().mapToInt(type -> type.values().size()).max().orElseThrow();

  /** Zones whose clocks skip and repeat hours, one off by three quarters, and UTC. */
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Stockholm", "America/New_York", "Asia/Kathmandu");

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  @TempDir static Path folder;
  private static Scene scene;
  private static Source source;

  @BeforeAll
  static void writeEveryValue() {
    String definitions =
        TYPES.stream()
            .map(type -> type.name() + " " + type.sqlType() + " NULL")
            .collect(Collectors.joining(", "));
    scene = Source.lab(folder);
    TypeColumn.definitions().forEach(scene.lab::run);
    source =
        Source.of(
            scene, "typed", "id int NOT NULL PRIMARY KEY, version rowversion, " + definitions);
    String names = TYPES.stream().map(TypeColumn::name).collect(Collectors.joining(", "));
    for (int row = 0; row < ROWS; row++) {
      int number = row;
      source.run(
          "INSERT INTO dbo.typed (id, "
              + names
              + ") VALUES ("
              + row
              + ", "
              + TYPES.stream().map(type -> type.sql(number)).collect(Collectors.joining(", "))
              + ")");
    }
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  private static List<Map<String, Object>> ingest(
      String target, String datetimeType, List<TypeColumn> types) {
    String names =
        types.stream().map(TypeColumn::name).collect(Collectors.joining(", ", "id, version, ", ""));
    source.ingest(
        source
            .options(target)
            .set(Option.DATETIME_TYPE, datetimeType)
            .set(Option.INCLUDE_COLUMNS, names));
    return source.rows(target);
  }

  private static void holds(
      List<Map<String, Object>> rows, List<TypeColumn> types, UnaryOperator<Object> form) {
    assertThat(rows).hasSize(ROWS);
    List<String> wrong = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      for (TypeColumn type : types) {
        Object expected = form.apply(type.expected(row));
        Object read = TypeColumn.read(rows.get(row).get(type.name()));
        if (!expected.equals(read)) {
          wrong.add(type.sqlType() + " " + type.sql(row) + ": " + brief(read));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String brief(Object value) {
    String text = value.getClass().getSimpleName() + " " + value;
    return text.substring(0, Math.min(80, text.length()));
  }

  @Test
  void b23b24b25b29EveryValueArrivesExactlyInEveryZone() {
    TimeZone before = TimeZone.getDefault();
    List<byte[]> files = new ArrayList<>();
    try {
      for (String zone : ZONES) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        String target = zone.replace('/', '_');
        List<Map<String, Object>> rows = ingest(target, "timestamp_ntz", TYPES);
        holds(rows, TYPES, value -> value);
        holdsRowversions(rows);
        files.add(onlyDataFile(scene.warehouse.resolve(target)));
      }
    } finally {
      TimeZone.setDefault(before);
    }
    assertThat(files).hasSize(ZONES.size()).allMatch(file -> file.length > 1000);
    assertThat(files).allSatisfy(file -> assertThat(file).isEqualTo(files.get(0)));
  }

  private static byte[] onlyDataFile(Path table) {
    try (var paths = Files.walk(table)) {
      List<Path> files =
          paths
              .filter(path -> path.toString().endsWith(".parquet"))
              .filter(path -> !path.toString().contains("_delta_log"))
              .toList();
      assertThat(files).hasSize(1);
      return Files.readAllBytes(files.get(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void dateTimesWithoutAZoneBecomeInstantsInUtc() {
    holds(
        ingest("instants", "timestamp", TIMES),
        TIMES,
        value -> value instanceof LocalDateTime at ? at.toInstant(ZoneOffset.UTC) : value);
  }

  @Test
  void dateTimesWithoutAZoneBecomeText() {
    holds(
        ingest("texts", "string", TIMES),
        TIMES,
        value -> value instanceof LocalDateTime at ? TEXT.format(at) : value);
  }

  /** A rowversion is the eight bytes that the server gave the row. */
  private static void holdsRowversions(List<Map<String, Object>> rows) {
    List<Object> expected = new ArrayList<>();
    try (Connection sa =
            DriverManager.getConnection(scene.lab.url(), "sa", scene.lab.saPassword());
        ResultSet given =
            sa.createStatement().executeQuery("SELECT version FROM dbo.typed ORDER BY id")) {
      while (given.next()) {
        expected.add(HexFormat.of().withUpperCase().formatHex(given.getBytes(1)));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    List<Object> read = rows.stream().map(row -> TypeColumn.read(row.get("version"))).toList();
    assertThat(read).isEqualTo(expected).doesNotHaveDuplicates();
    assertThat(read).allMatch(value -> value.toString().length() == 16);
  }
}
