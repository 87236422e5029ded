package io.strandline.cli;

import io.strandline.verdict.Periods;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The period that a command asks about; mixed into it. */
final class Period {

  @Option(
      names = "--from",
      required = true,
      converter = ZonedInstant.class,
      paramLabel = "<instant>",
      description = "start of the period, inclusive, with a zone: 2013-01-01T14:00Z")
  private Instant from = Instant.EPOCH;

  @Option(
      names = "--until",
      required = true,
      converter = ZonedInstant.class,
      paramLabel = "<instant>",
      description = "end of the period, exclusive, with a zone")
  private Instant until = Instant.EPOCH;

  Instant from() {
    return from;
  }

  Instant until() {
    return until;
  }

  /** Refuses what is no period before anything is opened. */
  void verify() {
    Periods.verify(from, until);
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
