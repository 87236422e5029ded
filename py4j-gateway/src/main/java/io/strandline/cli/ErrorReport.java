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
    String message = message(error);
    if (List.of(arguments).contains("--json")) {
      InvalidOptionsException usage =
          new InvalidOptionsException(message, "see strandline --help; nothing was done");
      line.getOut().println(ReportCodec.error(usage, List.of()));
    }
    line.getErr().println(message);
    UnmatchedArgumentException.printSuggestions(error, line.getErr());
    line.getErr().println("try '" + line.getCommandSpec().qualifiedName() + " --help'");
    return CommandLine.ExitCode.USAGE;
  }

  /** Names what was not understood, without values: one of them may be a password. */
  private static String message(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return String.valueOf(error.getMessage());
    }
    List<String> names =
        unmatched.getUnmatched().stream()
            .filter(argument -> argument.startsWith("-"))
            .map(argument -> argument.split("=", 2)[0])
            .toList();
    return names.isEmpty()
        ? "there are arguments that no option takes"
        : "unknown options: " + String.join(", ", names);
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
