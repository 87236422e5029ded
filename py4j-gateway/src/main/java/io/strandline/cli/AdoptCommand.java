package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code strandline adopt}: goes on with a stream after a change that was made on purpose. */
@Command(
    name = "adopt",
    mixinStandardHelpOptions = true,
    description =
        "Goes on with a stream after its source, zone or target was changed on purpose; what may be"
            + " missing is recorded as a gap.")
final class AdoptCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Option(
      names = "--what",
      required = true,
      split = ",",
      paramLabel = "<what>",
      converter = AdoptableText.class,
      description = "what was changed on purpose: source, zone, target, or several by commas")
  private Set<Adoptable> what = EnumSet.noneOf(Adoptable.class);

  /** Reads what to adopt. */
  static final class AdoptableText implements ITypeConverter<Adoptable> {

    @Override
    public Adoptable convert(String text) {
      for (Adoptable adoptable : Adoptable.values()) {
        if (adoptable.text().equals(text.toLowerCase(Locale.ROOT))) {
          return adoptable;
        }
      }
      throw new TypeConversionException("'" + text + "' is none of source, zone, target");
    }
  }

  @Override
  public Integer call() {
    Optional<Adopted> adopted = stream.onStream(each -> each.adopt(what));
    stream.out().println(output.json() ? ReportCodec.adopted(adopted) : text(adopted));
    return 0;
  }

  private static String text(Optional<Adopted> adopted) {
    return adopted
        .map(
            done ->
                "adopted by "
                    + done.table()
                    + ": "
                    + String.join("; ", done.what())
                    + "; goes on from "
                    + done.offset().lsn()
                    + ", without a gap since "
                    + done.losslessSince())
        .orElse("nothing to adopt");
  }
}
