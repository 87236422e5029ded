package io.strandline.checks.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Each check on a real SQL Server, by its name; skipped where there is none. */
final class SqlServerContainerChecksTest extends EveryCheckTest {

  private static final Path REPORTS = Path.of("target", "sqlserver-checks");

  @Override
  void passes(String name) throws SQLException, IOException {
    RealServer server = RealServer.find();
    Connector connector = Connector.of(server.url(), server.user(), server.password());
    String suffix = UUID.randomUUID().toString().substring(0, 8);
    CheckReport report;
    try (Sandbox sandbox = Sandbox.own(connector, Sandbox.PREFIX + suffix, suffix)) {
      sandbox.prepare();
      report =
          new CheckRunner(sandbox, new Settings(Limits.FULL, Optional.empty()))
              .run(Checks.named(List.of(name)), result -> {});
    }
    Files.createDirectories(REPORTS);
    Files.writeString(REPORTS.resolve(name + ".json"), CheckDocument.of(report) + "\n");

    CheckResult result = report.results().get(0);
    assertThat(result.outcome()).as(result.toString()).isInstanceOf(Outcome.Passed.class);
  }
}
