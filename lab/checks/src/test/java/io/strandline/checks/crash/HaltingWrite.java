package io.strandline.checks.crash;

import io.strandline.checks.process.IngestLoop;
import io.strandline.codec.PlanCodec;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.plan.PlanDocument;
import io.strandline.report.Progress;
import io.strandline.stream.Strandline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a split and halts once its file is there. Arguments: options file, plan, number of the
 * split. Real adapters, wrapped by ports that halt.
 */
public final class HaltingWrite {

  /** The line that is printed once the file is there. */
  public static final String WRITTEN = HaltPoint.MARK + Phase.AFTER_WRITE;

  private HaltingWrite() {}

  public static void main(String[] arguments) throws IOException {
    OptionValues values = IngestLoop.options(Path.of(arguments[0]));
    PlanDocument plan = PlanCodec.read(Files.readString(Path.of(arguments[1])));
    HaltPoint halt = new HaltPoint(Phase.AFTER_WRITE.name(), System.out);
    try (Strandline strandline = HaltingIngest.open(values, halt)) {
      strandline.stream(StreamOptions.of(values))
          .write(plan, Integer.parseInt(arguments[2]), Progress.none());
    }
  }
}
