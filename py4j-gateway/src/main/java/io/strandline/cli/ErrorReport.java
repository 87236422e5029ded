package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns an error into a message, or a JSON document, and an exit code. */
final class ErrorReport implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(Exception error, CommandLine line, ParseResult parsed) {
    StrandlineException known =
        error instanceof StrandlineException strandline ? strandline : defect(error);
    if (line.getParseResult().hasMatchedOption("--json")) {
      line.getOut().println(ReportCodec.error(known));
    }
    PrintWriter err = line.getErr();
    err.println("error " + known.code() + ": " + known.getMessage());
    err.println("what to do: " + known.remedy());
    if (known instanceof InternalException) {
      error.printStackTrace(err);
    }
    return known instanceof InvalidOptionsException
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }

  private static StrandlineException defect(Exception error) {
    return new InternalException(
        String.join(": ", List.of(error.getClass().getName(), String.valueOf(error.getMessage()))),
        "report this defect with the stack trace",
        error);
  }
}
