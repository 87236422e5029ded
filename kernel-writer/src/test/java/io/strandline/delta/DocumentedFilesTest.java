package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.StalePlanException;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.FileDocument;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that travel as documents are committed as those of the same process. */
class DocumentedFilesTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  @Test
  void theLogHoldsTheSameBoundsThoughNoDocumentDoes() throws IOException {
    String own = stats(warehouse.resolve("own"), false);
    String documented = stats(warehouse.resolve("documented"), true);

    assertThat(documented).isEqualTo(own);
    assertThat(own).contains("name 0", "name 2", "nullCount");
  }

  private String stats(Path folder, boolean documented) throws IOException {
    BronzeTable table = at(folder);
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    WrittenFiles files = write(table, head, next);
    if (documented) {
      List<FileDocument> documents = table.describe(files);
      assertThat(documents.toString()).doesNotContain("name ");
      files = table.filesOf(documents);
    }
    table.commit(head, head.captured(), files, next);
    String line = new ForeignLog(folder).line(1, "add");
    return line.substring(line.indexOf("\"stats\""));
  }

  @Test
  void anotherFileOfTheSameSizeIsStale() throws IOException {
    Path folder = warehouse.resolve("orders");
    BronzeTable table = at(folder);
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    FileDocument document = table.describe(write(table, head, next)).get(0);
    Files.write(folder.resolve(document.path()), new byte[(int) document.size()]);

    WrittenFiles files = table.filesOf(List.of(document));

    assertThatThrownBy(() -> table.commit(head, head.captured(), files, next))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining(document.path());
    assertThat(Samples.present(table).version()).isZero();
  }

  private BronzeTable at(Path folder) {
    return store.bronze(
        new TableLocations(folder.toString(), "f", "c", folder.getFileName().toString()));
  }

  private static WrittenFiles write(BronzeTable table, BronzeHead.Present head, StreamState next) {
    return table.write(
        head, head.captured(), Samples.stamp(next), List.of(Samples.rows(11, 3)).iterator());
  }
}
