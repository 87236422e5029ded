package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VACUUM of a table deletes the files of any table inside it, so none may be. */
class NestedTablesTest {

  private static void open(TableLocations locations) {
    try (TableStore store = TestStore.open()) {
      store.bronze(locations);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/lake/a, /lake/a/f, /lake/c",
    "/lake/a, /lake/f, /lake/./a/x/c/",
    "/lake/f/a, /lake/f, /lake/c",
    "/lake/c/a, /lake/f, /lake/c",
    "/lake/a, /lake/f, /lake/f/c",
    "/lake/a, /lake/x, file:///lake/x",
    "/lake/a, /lake/a, /lake/c",
    "/lake/a, a/strandline_facts, c",
    "s3://lake/a, s3a://lake/a/f, s3://lake/c"
  })
  void aTableInsideAnotherOneIsRefused(String target, String facts, String control) {
    assertThatThrownBy(() -> open(new TableLocations(target, facts, control, "/lake", true)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("in one folder, or one inside the other");
  }

  @Test
  void aTableInsideAnotherOneByALinkIsRefused(@TempDir Path folder) throws IOException {
    Path lake = Files.createDirectory(folder.resolve("lake"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), lake);

    assertThatThrownBy(
            () -> open(new TableLocations(lake + "/a", lake + "/x", link + "/x", lake.toString())))
        .isInstanceOf(InvalidOptionsException.class);
    open(new TableLocations(lake + "/a", lake + "/ab", link + "/c", lake.toString()));
    assertThat(lake).isEmptyDirectory();
  }
}
