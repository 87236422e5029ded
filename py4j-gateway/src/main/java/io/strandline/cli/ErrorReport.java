package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.report.IngestReport;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns an error into a message, or a JSON document, and an exit code. */
final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    CommandLine line = error.getCommandLine();
    if (List.of(arguments).contains("--json")) {
      InvalidOptionsException usage =
          new InvalidOptionsException(
              String.valueOf(error.getMessage()), "see strandline --help; nothing was done");
      line.getOut().println(ReportCodec.error(usage, List.of()));
    }
    line.getErr().println(error.getMessage());
    UnmatchedArgumentException.printSuggestions(error, line.getErr());
    line.getErr().println("try '" + line.getCommandSpec().qualifiedName() + " --help'");
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception error, CommandLine line, ParseResult parsed) {
    StrandlineException known =
        error instanceof StrandlineException strandline ? strandline : defect(error);
    if (line.getParseResult().hasMatchedOption("--json")) {
      List<IngestReport> before =
          line.getCommand() instanceof IngestCommand ingest ? ingest.reports() : List.of();
      line.getOut().println(ReportCodec.error(known, before));
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
