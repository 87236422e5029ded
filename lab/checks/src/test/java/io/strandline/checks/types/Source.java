package io.strandline.checks.types;

import io.strandline.checks.lab.FlightsLabConfig;
import io.strandline.checks.scene.Scene;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.report.IngestReport;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A tracked table in a scene's lab, and streams of it. */
final class Source {

  final Scene scene;
  private final String instance;

  private Source(Scene scene, String instance) {
    this.scene = scene;
    this.instance = instance;
  }

  /** A lab whose capture is stepped. */
  static Scene lab(Path folder) {
    return Scene.at(folder, FlightsLabConfig.FIRST_MIDNIGHT);
  }

  /** Makes a table of schema {@code dbo} of column definitions and tracks it. */
  static Source of(Scene scene, String table, String columns) {
    scene.lab.run("CREATE TABLE dbo." + table + " (" + columns + ")");
    return tracking(scene, "dbo", table, table, "");
  }

  /** Tracks a table; {@code columns} empty for all of them. */
  static Source tracking(
      Scene scene, String schema, String table, String instance, String columns) {
    scene.lab.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = "
            + literal(schema)
            + ", @source_name = "
            + literal(table)
            + ", @role_name = NULL, @capture_instance = "
            + literal(instance)
            + (columns.isEmpty() ? "" : ", @captured_column_list = " + literal(columns)));
    scene.lab.run("GRANT SELECT ON " + quote(schema) + "." + quote(table) + " TO reader");
    scene.lab.run("GRANT SELECT ON cdc." + quote(instance + "_CT") + " TO reader");
    scene.lab.capture().drain();
    return new Source(scene, instance);
  }

  static String literal(String text) {
    return "N'" + text.replace("'", "''") + "'";
  }

  static String quote(String name) {
    return "[" + name.replace("]", "]]") + "]";
  }

  /** Runs a batch as the administrator, which capture then reads. */
  void run(String sql) {
    scene.lab.run(sql);
    scene.lab.capture().drain();
  }

  /** The capture instance's name. */
  String instance() {
    return instance;
  }

  OptionValues options(String target) {
    return new OptionValues()
        .set(Option.CAPTURE_INSTANCE, instance)
        .set(Option.WAREHOUSE, scene.warehouse.toString())
        .set(Option.APP_ID, target)
        .set(Option.TARGET, scene.warehouse.resolve(target).toString());
  }

  /** Creates a table of the warehouse and brings all changes into it. */
  IngestReport.Committed ingest(OptionValues options) {
    return (IngestReport.Committed) scene.stream(options).ingest();
  }

  /** The rows of a table of the warehouse, in order. */
  List<Map<String, Object>> rows(String target) {
    return scene.rows(target).stream()
        .sorted(
            Comparator.comparing((Map<String, Object> row) -> (String) get(row, "_start_lsn"))
                .thenComparing(row -> (Integer) get(row, "_command_id"))
                .thenComparing(row -> (Integer) get(row, "_operation")))
        .toList();
  }

  private static Object get(Map<String, Object> row, String column) {
    return Objects.requireNonNull(row.get(column), column);
  }
}
