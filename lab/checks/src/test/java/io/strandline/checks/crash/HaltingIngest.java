package io.strandline.checks.crash;

import io.strandline.checks.process.IngestLoop;
import io.strandline.codec.ReportCodec;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.IngestReport;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ServiceLoader;

/**
 * Calls ingest() until it is idle, and halts at a phase. Arguments: options file, phase. Real
 * adapters, wrapped by ports that halt: nothing of the product knows of it.
 */
final class HaltingIngest {

  private static final int MAX_CALLS = 1_000;

  private HaltingIngest() {}

  public static void main(String[] arguments) throws IOException {
    OptionValues values = IngestLoop.options(Path.of(arguments[0]));
    try (Strandline strandline = open(values, new HaltPoint(arguments[1], System.out))) {
      Stream stream = strandline.stream(StreamOptions.of(values));
      for (int call = 0; call < MAX_CALLS; call++) {
        IngestReport report = stream.ingest();
        System.out.println(ReportCodec.report(report));
        if (report instanceof IngestReport.Idle) {
          return;
        }
      }
    }
  }

  static Strandline open(OptionValues values, HaltPoint halt) {
    InstantSource clock = InstantSource.system();
    TableStore store =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock);
    SqlServerConfig config =
        SqlServerConfig.of(
            text(values, Option.URL),
            text(values, Option.USER),
            new Secret(text(values, Option.PASSWORD)));
    return Strandline.open(
        new HaltingSource(SqlServerSource.open(config), halt),
        new HaltingStore(store, halt),
        clock);
  }

  private static String text(OptionValues values, Option option) {
    return values.find(option).orElseThrow();
  }
}
