package io.strandline.delta;

import io.strandline.delta.kernel.CommitResult;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.kernel.TableCreation;
import java.util.Optional;

/** Creations whose race may be lost. */
final class Creations {

  private Creations() {}

  /**
   * Creates a table; whatever happened to the commit, the table is there afterwards.
   *
   * @throws io.strandline.error.StrandlineException if it is not
   */
  static void create(
      DeltaStorage storage,
      Location location,
      TableCreation creation,
      Optional<TableCreation.Domain> domain,
      PostCommit after) {
    location.requireSafeWrites();
    CommitResult result = Failures.writing(location, () -> creation.commit(storage, domain, after));
    if (result instanceof CommitResult.Undecided undecided && isAbsent(storage, location)) {
      throw Failures.notWritten(location, undecided.cause());
    }
  }

  private static boolean isAbsent(DeltaStorage storage, Location location) {
    return Failures.reading(location, () -> storage.load(location.kernelPath()).isEmpty());
  }
}
