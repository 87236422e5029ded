package io.strandline.cli;

import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.io.PrintWriter;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of a stream and its source; mixed into the commands that take them. */
@Command
final class StreamArguments {

  private CommandSpec command;

  /** Picocli sets the command. */
  @SuppressWarnings("NullAway.Init")
  StreamArguments() {}

  @Spec(Spec.Target.MIXEE)
  private void command(CommandSpec given) {
    command = given;
    OptionArguments.addTo(given);
  }

  OptionValues values() {
    return OptionArguments.read(command.commandLine().getParseResult());
  }

  /** Runs a call on the stream, whose source is open as long. */
  <T> T onStream(Function<Stream, T> call) {
    OptionValues values = values();
    StreamOptions options = StreamOptions.of(values);
    StrandlineConfig config = StrandlineConfig.of(values);
    try (Strandline strandline = Strandline.open(config)) {
      return call.apply(strandline.stream(options));
    }
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }
}
