package io.strandline.checks;

import io.strandline.checks.bench.BenchCommand;
import io.strandline.checks.check.CheckCommand;
import io.strandline.checks.conformance.ConformanceCommand;
import io.strandline.checks.demo.DemoCommand;
import io.strandline.checks.lab.LabCommand;
import io.strandline.checks.script.SqlCommand;
import io.strandline.checks.script.StatementsCommand;
import io.strandline.cli.CommandProvider;
import java.util.List;

/** The subcommands that only a checkout has. */
public final class LabCommands implements CommandProvider {

  @Override
  public List<Object> commands() {
    return List.of(
        new DemoCommand(),
        new LabCommand(),
        new BenchCommand(),
        new CheckCommand(),
        new ConformanceCommand(),
        new SqlCommand(),
        new StatementsCommand());
  }
}
