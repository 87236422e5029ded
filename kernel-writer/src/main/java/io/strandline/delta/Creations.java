package io.strandline.delta;

import io.strandline.delta.kernel.CommitResult;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.kernel.TableCreation;
import io.strandline.error.ForeignTableException;
import java.util.Optional;

/** Places where a table is or may be made, and creations whose race may be lost. */
final class Creations {

  private Creations() {}

  /**
   * The newest version of the table at a place; empty if one can be created there.
   *
   * <p>A table made around other files would give them to the first VACUUM, which deletes what the
   * log does not name (documented).
   *
   * @throws ForeignTableException if no table is there but other files are
   */
  static Optional<DeltaSnapshot> find(DeltaStorage storage, Location location) {
    location.requireFolder();
    Optional<DeltaSnapshot> found = load(storage, location);
    if (found.isPresent()) {
      return found;
    }
    Optional<String> foreign =
        Failures.reading(location, () -> storage.visibleName(location.kernelPath()));
    // Another caller's creation may have come in between, with the first data files after it.
    return foreign.isEmpty()
        ? Optional.empty()
        : load(storage, location).or(() -> refuse(location, foreign.get()));
  }

  private static Optional<DeltaSnapshot> refuse(Location location, String name) {
    throw new ForeignTableException(
        "'"
            + location
            + "' is no Delta table and holds other files, such as '"
            + name
            + "', which a VACUUM of a table made there would delete",
        "Choose an empty or new folder, or move the files away; nothing was written.");
  }

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
    if (result instanceof CommitResult.Undecided undecided && load(storage, location).isEmpty()) {
      throw Failures.notWritten(location, undecided.cause());
    }
  }

  private static Optional<DeltaSnapshot> load(DeltaStorage storage, Location location) {
    return Failures.reading(location, () -> storage.load(location.kernelPath()));
  }
}
