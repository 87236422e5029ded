package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.delta.TableReader;
import io.strandline.error.InvalidOptionsException;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of any kind, from the source's table to the bronze table's columns. */
final class NamesTest {

  private static final String DATABASE = "sales";
  private static final String INSTANCE = "My inst $1";

  @TempDir Path folder;

  @Test
  void b38NamesOfAnyKindArriveAsTheyAre() {
    List<String> names =
        List.of(
            "id",
            "[select] 100%",
            "a=b;{c}(d)",
            "größe, \"x\"",
            "?",
            "{fn now()}",
            "名\r\n😀",
            "DOMAIN\\name");
    try (Lab lab = lab(names)) {
      lab.admin(DATABASE).run("INSERT INTO dbo.[Co Inc$Item]]Led'ger] VALUES (1,2,3,4,5,6,7,8)");
      lab.database(DATABASE).capture().drain();

      assertThat(ingest(lab)).isInstanceOf(IngestReport.Committed.class);

      List<Map<String, Object>> rows = new ArrayList<>();
      new TableReader().forEach(target(), List.of(), rows::add);
      assertThat(rows).hasSize(1);
      for (int i = 0; i < names.size(); i++) {
        assertThat(rows.get(0)).containsEntry(names.get(i), i + 1);
      }
      assertThat(rows.get(0)).containsEntry("_capture_instance", INSTANCE);
    }
  }

  @Test
  void b31OurOwnNamesAreRefusedBeforeAnythingIsWritten() {
    try (Lab lab = lab(List.of("id", "_Operation"))) {
      lab.admin(DATABASE).run("INSERT INTO dbo.[Co Inc$Item]]Led'ger] VALUES (1,2)");
      lab.database(DATABASE).capture().drain();

      assertThatThrownBy(() -> ingest(lab))
          .isInstanceOf(InvalidOptionsException.class)
          .hasMessageContaining("'_Operation'");
      assertThat(folder.resolve("warehouse/items")).doesNotExist();
    }
  }

  private static Lab lab(List<String> names) {
    Lab lab = Lab.start(LabConfig.stepped().withDatabases(DATABASE));
    LabSqlRunner sa = lab.admin(DATABASE);
    sa.run("EXEC sys.sp_cdc_enable_db");
    List<String> columns =
        names.stream().map(name -> "[" + name.replace("]", "]]") + "] int").toList();
    sa.run("CREATE TABLE dbo.[Co Inc$Item]]Led'ger] (" + String.join(", ", columns) + ")");
    sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo',"
            + " @source_name = N'Co Inc$Item]Led''ger', @role_name = NULL,"
            + " @supports_net_changes = 0, @capture_instance = N'"
            + INSTANCE
            + "'");
    lab.database(DATABASE).capture().drain();
    lab.database(DATABASE).grantReader("reader", INSTANCE);
    return lab;
  }

  private IngestReport ingest(Lab lab) {
    SqlServerConfig config =
        SqlServerConfig.of(
                lab.jdbcUrl(DATABASE), "reader", new Secret(lab.config().server().readerPassword()))
            .withRetry(Scene.QUICK);
    OptionValues options =
        new OptionValues().set(Option.CAPTURE_INSTANCE, INSTANCE).set(Option.TARGET, target());
    try (Strandline strandline =
        Strandline.open(
            SqlServerSource.open(config),
            ServiceLoader.load(TableStoreProvider.class)
                .findFirst()
                .orElseThrow()
                .open(InstantSource.system()),
            InstantSource.system())) {
      return strandline.stream(StreamOptions.of(options)).ingest(Progress.none());
    }
  }

  private String target() {
    return folder.resolve("warehouse/items").toString();
  }
}
