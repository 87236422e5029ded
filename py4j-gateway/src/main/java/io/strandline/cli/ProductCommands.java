package io.strandline.cli;

import java.util.List;

/** The product's own subcommands. */
public final class ProductCommands implements CommandProvider {

  @Override
  public List<Object> commands() {
    return List.of(
        new IngestCommand(),
        new IngestGroupCommand(),
        new PlanCommand(),
        new WriteCommand(),
        new CommitCommand(),
        new SnapshotCommand(),
        new AdoptCommand(),
        new VerdictCommand(),
        new IsFinalCommand(),
        new ExplainCommand(),
        new StatusCommand(),
        new DoctorCommand(),
        new GatewayCommand());
  }
}
