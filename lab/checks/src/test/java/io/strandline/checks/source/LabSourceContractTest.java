package io.strandline.checks.source;

import io.strandline.checks.scene.Scene;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the stand-in. */
final class LabSourceContractTest extends SourceContract {

  @TempDir static Path folder;
  private static Scene scene;

  @BeforeAll
  static void start() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"));
    scene.lab.run(
        "CREATE LOGIN half WITH PASSWORD = N'"
            + scene.lab.readerPassword()
            + "'; CREATE USER half FOR LOGIN half; GRANT SELECT ON dbo.flights TO half");
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  @Override
  Place place() {
    return new Place(
        scene.lab.url().replace(";databaseName=flights", ""),
        "sa",
        scene.lab.saPassword(),
        "flights",
        "reader",
        "half",
        scene.lab.readerPassword());
  }

  @Override
  void awaitCapture(Connection sa) {
    scene.idle(Duration.ofMinutes(5));
  }

  @Override
  long otherSessions(Connection sa) {
    return scene.lab.tds().connectionCount() - 1;
  }
}
