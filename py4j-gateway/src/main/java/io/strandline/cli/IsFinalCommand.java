package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code strandline is-final}: whether a period of a table is final, without a source. */
@Command(
    name = "is-final",
    mixinStandardHelpOptions = true,
    description = "Exits 0 if a period of a table is final, 3 if it is open.")
final class IsFinalCommand implements Callable<Integer> {

  private static final int OPEN = 3;

  @Spec private CommandSpec spec;

  @Mixin private TableArguments table = new TableArguments();

  @Mixin private Output output = new Output();

  @Option(
      names = "--from",
      required = true,
      converter = ZonedInstant.class,
      paramLabel = "<instant>",
      description = "start of the period, inclusive, with a zone: 2013-01-01T14:00Z")
  private Instant from;

  @Option(
      names = "--until",
      required = true,
      converter = ZonedInstant.class,
      paramLabel = "<instant>",
      description = "end of the period, exclusive, with a zone")
  private Instant until;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  IsFinalCommand() {}

  @Override
  public Integer call() {
    if (!from.isBefore(until)) {
      throw new ParameterException(spec.commandLine(), "--until must be after --from");
    }
    try (Verdicts verdicts = table.open()) {
      Optional<ControlRow> row = verdicts.verdict(table.table());
      table.warnIfUnknown(verdicts.name(table.table()), row, spec.commandLine().getErr());
      Finality finality = Finality.of(row, from, until);
      print(verdicts.name(table.table()), row, finality);
      return finality == Finality.OPEN ? OPEN : 0;
    }
  }

  private void print(String name, Optional<ControlRow> row, Finality finality) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(ReportCodec.finality(name, from, until, finality, row));
    } else {
      out.println(name + " from " + from + " until " + until + ": " + finality);
    }
    if (finality == Finality.FINAL_WITH_GAP) {
      spec.commandLine()
          .getErr()
          .println(
              "warning: the period begins before "
                  + row.map(there -> there.losslessSince().toString()).orElse("")
                  + ", from which on the history has no gap: changes of it may be missing");
    }
  }

  /** An ISO 8601 date and time with an offset; a local time is refused. */
  static final class ZonedInstant implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String text) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is no instant with a zone, such as 2013-01-01T14:00Z");
      }
    }
  }
}
