package io.strandline.checks.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Waits;
import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it hears. */
final class HeardVerdicts implements VerdictListener {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** A failed call. */
  record Failure(String table, ErrorCode code, boolean again) {}

  final List<Failure> failures = new CopyOnWriteArrayList<>();
  private final Map<String, List<Instant>> verdicts = new ConcurrentHashMap<>();

  @Override
  public void finalized(String table, Instant finalizedUntil) {
    verdicts.computeIfAbsent(table, name -> new CopyOnWriteArrayList<>()).add(finalizedUntil);
  }

  @Override
  public void failed(String table, StrandlineException error, boolean again) {
    failures.add(new Failure(table, error.code(), again));
  }

  /** What was told of a table, in order. */
  List<Instant> of(String table) {
    return verdicts.getOrDefault(table, List.of());
  }

  /** Waits until a table's verdict is at or after an instant. */
  void await(String table, Instant until) {
    boolean came =
        Waits.until(LIMIT, () -> of(table).stream().anyMatch(told -> !told.isBefore(until)));
    assertThat(came).as("%s until %s: %s %s", table, until, of(table), failures).isTrue();
  }

  /** Waits for a number of failures. */
  void awaitFailures(int count) {
    assertThat(Waits.until(LIMIT, () -> failures.size() >= count)).as("%s", failures).isTrue();
  }
}
