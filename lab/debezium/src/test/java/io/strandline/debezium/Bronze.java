package io.strandline.debezium;

import io.strandline.delta.TableReader;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.Progress;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Bronze tables that the product makes of the lab's capture instances. */
final class Bronze implements AutoCloseable {

  private static final String READER = "reader";

  private final CdcLab lab;
  private final Path warehouse;
  private final Strandline strandline;

  private Bronze(CdcLab lab, Path folder) {
    this.lab = lab;
    this.warehouse = folder.resolve("warehouse");
    InstantSource clock = InstantSource.system();
    this.strandline =
        Strandline.open(
            SqlServerSource.open(
                SqlServerConfig.of(lab.url(), READER, new Secret(CdcLab.READER_PASSWORD))),
            ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock),
            clock);
  }

  /** Tables in a warehouse of the folder. */
  static Bronze in(Path folder, CdcLab lab) {
    return new Bronze(lab, folder);
  }

  /** Ingests an instance to its end and returns what its table then holds, in order. */
  List<Change> ingest(String instance) {
    lab.database().grantReader(READER, instance);
    String target = warehouse.resolve(instance).toString();
    OptionValues options =
        new OptionValues()
            .set(Option.CAPTURE_INSTANCE, instance)
            .set(Option.TARGET, target)
            .set(Option.MAX_ROWS_PER_BATCH, "2000");
    strandline.stream(StreamOptions.of(options)).ingestAll(Progress.none(), report -> {});
    return changes(instance, target);
  }

  @Override
  public void close() {
    strandline.close();
  }

  private List<Change> changes(String instance, String target) {
    List<CapturedColumn> columns = lab.database().instance(instance).columns();
    List<Map<String, Object>> rows = new ArrayList<>();
    new TableReader().forEach(target, List.of(), rows::add);
    rows.sort(
        Comparator.comparing((Map<String, Object> row) -> (String) row.get("_start_lsn"))
            .thenComparing(row -> (Integer) row.get("_command_id"))
            .thenComparing(row -> (String) row.get("_seqval"))
            .thenComparing(row -> (Integer) row.get("_operation")));
    return Change.of(
        rows.stream()
            .map(
                row ->
                    new Change.Row(
                        (String) row.get("_start_lsn"),
                        (String) row.get("_seqval"),
                        (Integer) row.get("_operation"),
                        columns.stream()
                            .map(column -> Cells.ofBronze(row.get(column.name()), column.type()))
                            .toList()))
            .toList());
  }
}
