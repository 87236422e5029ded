package io.strandline.checks.source;

import io.strandline.checks.scene.Scene;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Flights until 12:00Z with one step back of the clock among them, a quiet hour, and two rows at a
 * local time that some zones skip; a second capture instance from the step on.
 */
final class Morning {

  /** The instance of two columns, listed against their order. */
  static final String OTHER = "My Inst 1";

  private static final Instant STEP_BACK = Instant.parse("2013-01-01T11:30:00Z");
  private static final int QUIET_ENTRIES = 12;

  private Morning() {}

  static Scene at(Path folder) {
    Scene scene = Scene.at(folder, Instant.parse("2013-01-01T09:00:00Z"));
    scene.play(STEP_BACK);
    scene.lab.clock().jump(Duration.ofMinutes(-7));
    scene.enable(OTHER, "[status], [flight_id]");
    scene.play(Instant.parse("2013-01-01T12:00:00Z"));
    for (int i = 0; i < QUIET_ENTRIES; i++) {
      scene.idle(Duration.ofMinutes(5));
    }
    scene.lab.clock().set(Instant.parse("2013-03-31T06:30:00.123Z"));
    scene.insert(900_001, 900_002);
    return scene;
  }
}
