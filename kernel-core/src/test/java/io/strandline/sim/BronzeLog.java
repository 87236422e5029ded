package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.port.BronzeTable.Fate;
import io.strandline.port.contract.BronzeRow;
import io.strandline.sim.BronzeVersion.Foreign;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bronze table's log with Delta's rules: one winner a version, appends rebase over other writers'
 * commits, two commits of the stream conflict on its domain.
 *
 * <p>A commit that would be rebased over another writer's harmful one conflicts too: else nobody
 * would ever judge it.
 */
final class BronzeLog {

  private String tableId;
  private final Witness witness;
  private boolean widening;
  private final List<BronzeVersion> versions = new ArrayList<>();
  private Optional<Late> late = Optional.empty();

  /** A commit on its way whose caller no longer waits for it. */
  private record Late(
      long base, List<TableColumn> captured, List<DataFile> files, StreamState state) {}

  /**
   * A log without versions.
   *
   * @param widening whether the table allows its columns' types to be widened
   */
  BronzeLog(String tableId, boolean widening, Witness witness) {
    this.tableId = tableId;
    this.widening = widening;
    this.witness = witness;
  }

  boolean allowsWidening() {
    return widening;
  }

  /** Its owner sets the property. */
  void allowWidening() {
    widening = true;
  }

  String tableId() {
    return tableId;
  }

  /** The folder was copied back as a table of another id, as a clone is, its state included. */
  void becomes(String otherId) {
    tableId = otherId;
  }

  List<TableColumn> captured() {
    return newest().captured();
  }

  List<BronzeVersion> versions() {
    return versions;
  }

  BronzeVersion newest() {
    return versions.get(versions.size() - 1);
  }

  /** The newest own version; empty for a table without state. */
  Optional<BronzeVersion> newestOwn() {
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (versions.get(i).state().isPresent()) {
        return Optional.of(versions.get(i));
      }
    }
    return Optional.empty();
  }

  /** The rows of all own versions, in commit order. */
  List<BronzeRow> rows() {
    return versions.stream()
        .flatMap(version -> version.added().stream())
        .flatMap(file -> file.rows().stream())
        .map(row -> row.in(captured()))
        .toList();
  }

  /** The first commit of another writer after an own one, harmful before harmless. */
  Optional<BronzeVersion> foreignAfter(long version) {
    List<BronzeVersion> foreign =
        versions.stream().filter(v -> v.number() > version && v.foreign().isPresent()).toList();
    return foreign.stream()
        .filter(v -> v.foreign().orElseThrow().harmful())
        .findFirst()
        .or(() -> foreign.stream().findFirst());
  }

  /** Whether another writer has harmed the table since the newest own version. */
  boolean isHarmed() {
    return newestOwn()
        .flatMap(own -> foreignAfter(own.number()))
        .flatMap(BronzeVersion::foreign)
        .filter(Foreign::harmful)
        .isPresent();
  }

  void create(List<TableColumn> captured, Optional<StreamState> initial) {
    versions.add(new BronzeVersion(0, initial, captured, List.of(), Optional.empty()));
    witness.created(this);
  }

  /** Whether a commit on a base version happens. */
  boolean commit(long base, List<TableColumn> captured, List<DataFile> added, StreamState state) {
    boolean conflict =
        versions.stream().anyMatch(version -> version.number() > base && !rebases(version));
    if (conflict) {
      return false;
    }
    added.forEach(DataFile::commit);
    BronzeVersion version =
        new BronzeVersion(
            versions.size(),
            Optional.of(state),
            List.copyOf(captured),
            List.copyOf(added),
            Optional.empty());
    versions.add(version);
    witness.committed(this, version);
    return true;
  }

  private static boolean rebases(BronzeVersion version) {
    return version.foreign().isPresent() && !version.foreign().get().harmful();
  }

  /** Another writer commits. */
  void commitForeign(Foreign foreign) {
    BronzeVersion version =
        new BronzeVersion(
            versions.size(), Optional.empty(), captured(), List.of(), Optional.of(foreign));
    versions.add(version);
    witness.foreign(this, version);
  }

  /** Keeps a commit for later. */
  void delay(long base, List<TableColumn> captured, List<DataFile> added, StreamState state) {
    late = Optional.of(new Late(base, captured, added, state));
  }

  /** Whether a commit is on its way. */
  boolean hasLate() {
    return late.isPresent();
  }

  /** Lets a delayed commit arrive; it happens only if its very version is still free. */
  boolean arrive() {
    Optional<Late> arriving = late;
    late = Optional.empty();
    return arriving.isPresent()
        && arriving.get().base() == newest().number()
        && commit(
            arriving.get().base(),
            arriving.get().captured(),
            arriving.get().files(),
            arriving.get().state());
  }

  Fate fateOf(StreamState next) {
    for (BronzeVersion version : versions) {
      if (version.state().isPresent() && version.state().get().batchId() == next.batchId()) {
        boolean same = version.state().get().attempt().equals(next.attempt());
        return same ? Fate.COMMITTED : Fate.LOST;
      }
    }
    return Fate.OPEN;
  }
}
