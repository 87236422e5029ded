package io.strandline.lab.cdc;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identities in {@code sys.database_recovery_status}: a restore to an earlier point starts
 * another recovery fork (documented). Thread-safe.
 */
public final class RecoveryFork {

  private final UUID databaseGuid;
  private final UUID familyGuid;
  private volatile UUID current;
  private volatile @Nullable Lsn forkPoint;
  private int forks;

  RecoveryFork(String database, long seed) {
    this.databaseGuid = guid(database + "/database/" + seed);
    this.familyGuid = guid(database + "/family/" + seed);
    this.current = guid(database + "/fork/" + seed);
  }

  private static UUID guid(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public UUID databaseGuid() {
    return databaseGuid;
  }

  public UUID familyGuid() {
    return familyGuid;
  }

  /** Changes with every restore. */
  public UUID current() {
    return current;
  }

  /** Where the current fork began; {@code null} for the first one. */
  public @Nullable Lsn forkPoint() {
    return forkPoint;
  }

  synchronized void fork(Lsn at) {
    forks++;
    current = guid(current + "/" + forks);
    forkPoint = at;
  }
}
