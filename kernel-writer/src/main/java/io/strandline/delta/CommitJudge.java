package io.strandline.delta;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.port.BronzeTable;
import io.strandline.port.ForeignCommits;
import io.strandline.port.ForeignCommits.Harmful;
import io.strandline.port.ForeignCommits.Harmless;
import io.strandline.port.ForeignCommits.Unjudgeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges what other writers committed to a bronze table, by the actions of their commits.
 *
 * <p>Reads one commit file if the table's newest commit is the stream's own.
 */
final class CommitJudge {

  /** The most commits looked at; a stream that was passed by more is not continued blindly. */
  private static final int MAX_COMMITS = 10_000;

  private final DeltaStorage storage;
  private final Location location;

  CommitJudge(DeltaStorage storage, Location location) {
    this.storage = storage;
    this.location = location;
  }

  /** Judges the commits up to {@code head} after the one that set the state of an attempt. */
  ForeignCommits since(DeltaSnapshot head, String attempt) {
    Optional<Harmful> harmful = Optional.empty();
    List<LoggedCommit> reshaping = new ArrayList<>();
    long oldest = Math.max(0, head.version() - MAX_COMMITS);
    for (long version = head.version(); version >= oldest; version--) {
      Optional<LoggedCommit> found = LoggedCommit.read(storage, location, version);
      if (found.isEmpty()) {
        return orElse(harmful, "the log no longer holds version " + version);
      }
      LoggedCommit commit = found.get();
      if (commit.isOwn(attempt)) {
        return earlier(harmful, reshaped(version, reshaping));
      }
      Optional<Harmful> harm = harm(commit);
      harmful = harm.isPresent() ? harm : harmful;
      if (commit.metadata().isPresent() && !commit.marked()) {
        reshaping.add(commit);
      }
    }
    return orElse(
        harmful,
        "none of the commits from version "
            + oldest
            + " on is the one that the state names (attempt "
            + attempt
            + ")");
  }

  private static Optional<Harmful> harm(LoggedCommit commit) {
    return commit.harm().map(what -> new Harmful(commit.version(), what));
  }

  private static ForeignCommits orElse(Optional<Harmful> harmful, String why) {
    return harmful.isPresent() ? harmful.get() : new Unjudgeable(why);
  }

  private static ForeignCommits earlier(Optional<Harmful> harmful, ForeignCommits reshaped) {
    if (harmful.isEmpty()) {
      return reshaped;
    }
    boolean first =
        reshaped instanceof Harmful change && change.version() <= harmful.get().version();
    return first ? reshaped : harmful.get();
  }

  /**
   * Compares the metadata that others set with the table's at the own commit. What a later commit
   * set right again does no harm: rows that came in between are judged for themselves.
   */
  private ForeignCommits reshaped(long own, List<LoggedCommit> newestFirst) {
    if (newestFirst.isEmpty()) {
      return new Harmless();
    }
    Optional<DeltaSnapshot> base = storage.load(location.kernelPath(), OptionalLong.of(own));
    if (base.isEmpty()) {
      return new Unjudgeable("the log no longer holds version " + own);
    }
    TableShape shape = TableShape.of(base.get().tableId(), base.get().schemaText());
    ForeignCommits judged = new Harmless();
    for (LoggedCommit commit : newestFirst) {
      Optional<String> change = commit.metadata().flatMap(json -> shape.changedBy(shape(json)));
      if (change.isEmpty()) {
        break;
      }
      judged = new Harmful(commit.version(), change.get());
    }
    return judged;
  }

  private static TableShape shape(JsonNode metadata) {
    return TableShape.of(metadata.path("id").asText(), metadata.path("schemaString").asText());
  }

  /** What became of an attempt to follow the commit of version {@code base}. */
  BronzeTable.Fate fateOf(long base, String attempt) {
    for (long version = base + 1; version <= base + MAX_COMMITS; version++) {
      Optional<LoggedCommit> found = LoggedCommit.read(storage, location, version);
      if (found.isEmpty()) {
        return BronzeTable.Fate.OPEN;
      }
      if (found.get().isOwn(attempt)) {
        return BronzeTable.Fate.COMMITTED;
      }
      if (found.get().marked() && found.get().attempt().isPresent()) {
        return BronzeTable.Fate.LOST;
      }
    }
    return BronzeTable.Fate.OPEN;
  }
}
