package io.strandline.checks.process;

import io.strandline.codec.ReportCodec;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Calls ingest() again and again in one process, a JSON report a line, until a file tells it that
 * no more changes come and it is caught up. Arguments: options file, stop file.
 */
public final class IngestLoop {

  private static final int MAX_CALLS = 20_000;

  private IngestLoop() {}

  public static void main(String[] arguments) throws IOException {
    Path stop = Path.of(arguments[1]);
    OptionValues values = options(Path.of(arguments[0]));
    try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
      Stream stream = strandline.stream(StreamOptions.of(values));
      for (int call = 0; call < MAX_CALLS; call++) {
        boolean last = Files.exists(stop);
        IngestReport report = stream.ingest();
        System.out.println(ReportCodec.report(report));
        if (last && report instanceof IngestReport.Idle) {
          return;
        }
      }
    }
    throw new IllegalStateException("not caught up after " + MAX_CALLS + " calls");
  }

  public static OptionValues options(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return OptionValues.of(properties)
        .setIfGiven(Option.PASSWORD, System.getenv("STRANDLINE_PASSWORD"));
  }
}
