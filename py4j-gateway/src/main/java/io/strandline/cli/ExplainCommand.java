package io.strandline.cli;

import io.strandline.codec.ExplanationCodec;
import io.strandline.explain.Explanation;
import io.strandline.verdict.Finality;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Period period = new Period();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    period.verify();
    Explanation explanation = stream.onStream(each -> each.explain(period.from(), period.until()));
    stream
        .out()
        .println(output.json() ? ExplanationCodec.write(explanation) : explanation.sentence());
    return explanation.finality() == Finality.OPEN ? IsFinalCommand.OPEN : 0;
  }
}
