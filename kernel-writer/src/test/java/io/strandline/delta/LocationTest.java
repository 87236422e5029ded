package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {

  private static String name(String location, String warehouse) {
    return TestStore.open().tableName(location, warehouse);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "./orders/", "orders//", "./x/../orders", "orders/."})
  void everySpellingOfARelativePathIsOneName(String location) {
    assertThat(name(location, ".")).isEqualTo("orders");
  }

  @ParameterizedTest
  @CsvSource({
    "orders, /lake, orders",
    "./sales/orders/, /lake, sales/orders",
    "lake/orders, lake, orders",
    "./lake/orders, ./lake/, orders",
    "orders, lake, orders",
    "orders, abfss://c@acc/x, orders",
    "orders, /100%20/a, orders",
    "../orders, /lake/a, file:///lake/orders"
  })
  void aRelativePathIsBelowTheWarehouse(String location, String warehouse, String expected) {
    assertThat(name(location, warehouse)).isEqualTo(expected);
  }

  @Test
  void absolutePathsAndUrisAreTheSameName() {
    String here = Path.of("").toAbsolutePath().toString();

    assertThat(name(here + "/sales/orders", ".")).isEqualTo("sales/orders");
    assertThat(name("file:" + here + "/sales/orders", ".")).isEqualTo("sales/orders");
    assertThat(name("file://" + here + "/sales/orders/", here)).isEqualTo("sales/orders");
    assertThat(name("FILE://" + here + "/sales/orders/", "file:" + here)).isEqualTo("sales/orders");
  }

  @ParameterizedTest
  @CsvSource({
    "/lake/orders, /lake, orders",
    "/lake/a/b, /lake/, a/b",
    "/lakes/orders, /lake, file:///lakes/orders",
    "/lake, /lake, file:///lake",
    "/a b/t, /lake, file:///a%20b/t",
    "file:///a%20b/t, '/a b', t",
    "'file:/a b/t', '/a b', t",
    "/orders, /, orders",
    "abfss://c@acc/x/orders/, abfss://c@acc/x, orders",
    "ABFSS://c@acc//x/./orders, abfss://c@acc/x, orders",
    "abfss://c@acc/x/orders, abfss://d@acc/x, abfss://c@acc/x/orders",
    "gs://bucket/orders, gs://bucket, orders",
    "s3a://bucket/orders, /lake, s3://bucket/orders",
    "s3a://bucket/x/orders, s3://bucket/x, orders"
  })
  void theNameIsThePathBelowTheWarehouseElseTheUri(
      String location, String warehouse, String expected) {
    assertThat(name(location, warehouse)).isEqualTo(expected);
  }

  @Test
  void aLinkedWarehouseIsTheSameWarehouse(@TempDir Path folder) throws IOException {
    Path real = Files.createDirectories(folder.resolve("real"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);

    assertThat(name(link.resolve("orders").toString(), real.toString())).isEqualTo("orders");
    assertThat(name(real.resolve("orders").toString(), link.toString())).isEqualTo("orders");
  }

  @Test
  void aTableLinkedIntoTheWarehouseKeepsItsNameThere(@TempDir Path folder) throws IOException {
    Path warehouse = Files.createDirectories(folder.resolve("warehouse"));
    Path elsewhere = Files.createDirectories(folder.resolve("disk/orders"));
    Files.createSymbolicLink(warehouse.resolve("orders"), elsewhere);

    assertThat(name(warehouse.resolve("orders").toString(), warehouse.toString()))
        .isEqualTo("orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://key:secret@bucket/t",
        "s3a://secret@bucket/t",
        "gs://user:secret@bucket/t",
        "abfss://c@account/t?sig=secret"
      })
  void credentialsInAUriAreRefusedAndNotRepeated(String location) {
    assertThatThrownBy(() -> name(location, "/lake"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("holds credentials")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "gs:bucket/x", "abfss:/x"})
  void whatIsNoLocationIsRefused(String location) {
    assertThatThrownBy(() -> name(location, "/lake")).isInstanceOf(InvalidOptionsException.class);
  }
}
