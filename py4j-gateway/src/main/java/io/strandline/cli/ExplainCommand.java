package io.strandline.cli;

import io.strandline.codec.ExplanationCodec;
import io.strandline.explain.Explanation;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.stream.Strandline;
import io.strandline.verdict.Finality;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline explain}: why a period of a table is or is not final. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says why a period of a table is or is not final, and what would change it.",
      "Takes the options of the stream; an open period costs one look at the source. Exits 0 if the"
          + " period is final, 3 if it is open."
    })
final class ExplainCommand implements Callable<Integer> {

  private CommandSpec spec;

  @Mixin private Period period = new Period();

  @Mixin private Output output = new Output();

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  ExplainCommand() {}

  @Spec
  private void spec(CommandSpec given) {
    spec = given;
    OptionArguments.addTo(given);
  }

  @Override
  public Integer call() {
    period.verify(spec);
    OptionValues values = OptionArguments.read(spec.commandLine().getParseResult());
    StreamOptions options = StreamOptions.of(values);
    try (Strandline strandline = Strandline.open(StrandlineConfig.of(values))) {
      Explanation explanation = strandline.stream(options).explain(period.from(), period.until());
      spec.commandLine()
          .getOut()
          .println(output.json() ? ExplanationCodec.write(explanation) : explanation.sentence());
      return explanation.finality() == Finality.OPEN ? IsFinalCommand.OPEN : 0;
    }
  }
}
