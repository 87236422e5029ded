package io.strandline.checks.embedding;

import io.strandline.checks.scene.Scene;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A stand-in with two captured tables, and options for both. */
final class ShopLab implements AutoCloseable {

  static final Instant START = Instant.parse("2013-01-01T12:30:00Z");

  final Scene scene;

  ShopLab(Path folder) {
    scene = Scene.at(folder, START);
    scene.lab.run("CREATE TABLE dbo.gates (id int NOT NULL PRIMARY KEY, name nvarchar(20))");
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'gates',"
            + " @role_name = NULL");
    scene.lab.run("GRANT SELECT ON cdc.dbo_gates_CT TO reader");
    scene.lab.run("GRANT SELECT ON dbo.gates TO reader");
    scene.lab.capture().drain();
  }

  /** Changes both tables and lets an hour pass. */
  void hour(int id) {
    scene.commit(id);
    scene.lab.run("INSERT INTO dbo.gates VALUES (" + id + ", N'gate')");
    scene.idle(Duration.ofHours(1));
  }

  StrandlineConfig source() {
    return StrandlineConfig.of(
        new OptionValues()
            .set(Option.URL, scene.lab.url())
            .set(Option.USER, "reader")
            .set(Option.PASSWORD, scene.lab.readerPassword())
            .set(Option.RETRY_DELAY, "PT0.005S"));
  }

  /** A stream of a capture instance into a table of that name. */
  StreamOptions table(String name, String captureInstance) {
    return StreamOptions.of(
        new OptionValues()
            .set(Option.CAPTURE_INSTANCE, captureInstance)
            .set(Option.TARGET, scene.warehouse.resolve(name).toString()));
  }

  List<StreamOptions> tables() {
    return List.of(table("flights", "dbo_flights"), table("gates", "dbo_gates"));
  }

  @Override
  public void close() {
    scene.close();
  }
}
