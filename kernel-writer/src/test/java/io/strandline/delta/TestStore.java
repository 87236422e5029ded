package io.strandline.delta;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Stores with a fixed clock. */
final class TestStore {

  static final Instant NOW = Instant.parse("2026-11-29T12:00:00.123456Z");

  private TestStore() {}

  static DeltaTableStore open() {
    return open(Map.of());
  }

  static DeltaTableStore open(Map<String, String> settings) {
    return DeltaTableStore.open(InstantSource.fixed(NOW), settings);
  }
}
