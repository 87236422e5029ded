package io.strandline.cli;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Plan and result documents in files. */
final class Documents {

  private Documents() {}

  static PlanDocument plan(Path file) {
    return read(file, PlanCodec::read);
  }

  static SplitResult result(Path file) {
    return read(file, SplitResultCodec::read);
  }

  private static <T> T read(Path file, Function<String, T> codec) {
    try {
      return codec.apply(Files.readString(file));
    } catch (IOException | MalformedDocumentException e) {
      throw new InvalidOptionsException(
          "the document " + file + " cannot be read: " + e.getMessage(),
          "give a file with exactly what plan or write printed; nothing was read or written",
          e);
    }
  }
}
