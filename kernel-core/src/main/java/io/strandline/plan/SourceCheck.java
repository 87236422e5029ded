package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds a poll against the source that a stream has read so far. */
public final class SourceCheck {

  private static final String NEW_TABLE =
      "if this is the right source, adopt it (adopt --what source), which records what may be missing"
          + " up to the offset as a gap, or start a new table (another target) from it; else correct"
          + " the connection and call again";

  private SourceCheck() {}

  /**
   * Passes if the poll found the table that the stream follows.
   *
   * @param name the instance asked for
   * @throws CaptureInstanceNotFoundException if it did not
   */
  public static void listed(String name, SourcePoll poll) {
    if (poll.instances().isEmpty()) {
      throw new CaptureInstanceNotFoundException(
          "capture instance '"
              + name
              + "' is not in database '"
              + poll.database()
              + "', or this login may not see it",
          "check its name with sys.sp_cdc_help_change_data_capture as a db_owner; to let the login"
              + " see it, GRANT SELECT on the captured columns of its table and make it a member of"
              + " the instance's gating role, if it has one");
    }
  }

  /**
   * Passes if the poll shows the history that the state has read.
   *
   * @return what moved, in words, if only names have changed
   * @throws SourceChangedException if it is another source or another history
   * @throws NotReadyException if a read-only replica is behind the state
   */
  public static Optional<String> verify(StreamState state, SourcePoll poll) {
    boolean anchored = isAnchored(state, poll);
    Optional<String> moved = moved(state.source(), poll);
    if (moved.isPresent() && !anchored) {
      throw new SourceChangedException(
          moved.get() + ", and the stream's last commit is not in the source's history", NEW_TABLE);
    }
    poll.max().ifPresent(max -> verifyFrontier(state, max.lsn(), poll.readOnlyReplica()));
    for (InstanceView view : poll.instances()) {
      verifyInstance(state, view.instance());
    }
    return moved;
  }

  private static boolean isAnchored(StreamState state, SourcePoll poll) {
    if (poll.atOrBelow().isEmpty()) {
      return false;
    }
    if (poll.atOrBelow().equals(state.anchor())) {
      return true;
    }
    if (poll.atOrBelow().get().lsn().isAfter(state.highestMaxLsn())) {
      // The offset was ahead of capture when it was set, and capture has come on since.
      return false;
    }
    throw new SourceChangedException(
        "the newest commit at or below "
            + state.offset().lsn()
            + " was "
            + state.anchor().map(Object::toString).orElse("none")
            + " and is now "
            + poll.atOrBelow().get()
            + ": the database was restored or is another one",
        NEW_TABLE);
  }

  private static void verifyFrontier(StreamState state, Lsn max, boolean readOnlyReplica) {
    if (!max.isBefore(state.highestMaxLsn())) {
      return;
    }
    String what = "max_lsn is " + max + ", below " + state.highestMaxLsn() + " seen before";
    if (readOnlyReplica) {
      throw new NotReadyException(
          what + ": this read-only replica is behind the stream", "call again later");
    }
    throw new SourceChangedException(what + ": the database was restored", NEW_TABLE);
  }

  private static void verifyInstance(StreamState state, CaptureInstance seen) {
    if (seen.sourceObjectId() != state.source().sourceObjectId()) {
      throw new SourceChangedException(
          "capture instance '"
              + seen.name()
              + "' now tracks another table (object id "
              + seen.sourceObjectId()
              + ", before "
              + state.source().sourceObjectId()
              + ")",
          NEW_TABLE);
    }
  }

  /** The error of a zone that is not the stream's. */
  public static SourceChangedException zoneChanged(ZoneId before, ZoneId now) {
    return new SourceChangedException(
        "the zone of the server's clock was " + before + " and is " + now,
        "if commit times are in the new zone from now on, adopt it (adopt --what zone); else set the"
            + " option "
            + Option.SOURCE_TIME_ZONE.javaName()
            + " to the zone that the stream was begun with");
  }

  private static Optional<String> moved(SourceIdentity known, SourcePoll poll) {
    if (!known.database().equals(poll.database())) {
      return Optional.of(
          "the database was '" + known.database() + "' and is '" + poll.database() + "'");
    }
    if (!known.brokerGuid().equals(poll.brokerGuid())) {
      return Optional.of(
          "service_broker_guid was "
              + known.brokerGuid().orElse("not readable")
              + " and is "
              + poll.brokerGuid().orElse("not readable"));
    }
    return known
        .server()
        .flatMap(
            before ->
                poll.server()
                    .filter(now -> !now.equals(before))
                    .map(now -> "the server was '" + before + "' and is '" + now + "'"));
  }

  /**
   * The identity after a poll from which no batch was read: instances that are gone stay known, so
   * that the next batch tells what took their place.
   */
  public static SourceIdentity unread(SourceIdentity known, SourcePoll poll) {
    SourceIdentity seen = identity(Optional.of(known), poll);
    List<InstanceIdentity> all = new ArrayList<>(known.instances());
    seen.instances().stream().filter(instance -> !all.contains(instance)).forEach(all::add);
    return new SourceIdentity(
        seen.server(), seen.database(), seen.brokerGuid(), seen.sourceObjectId(), all);
  }

  /** The identity after a poll: the names seen now, each instance's start as first seen. */
  public static SourceIdentity identity(Optional<SourceIdentity> known, SourcePoll poll) {
    List<InstanceIdentity> instances = new ArrayList<>();
    for (InstanceView view : poll.instances()) {
      CaptureInstance seen = view.instance();
      Optional<Lsn> start = view.minLsn().or(seen::startLsn);
      known
          .flatMap(identity -> identity.instance(seen.name(), seen.created()))
          .or(() -> start.map(lsn -> new InstanceIdentity(seen.name(), seen.created(), lsn)))
          .ifPresent(instances::add);
    }
    int objectId = poll.instances().get(0).instance().sourceObjectId();
    Optional<String> server = poll.server().or(() -> known.flatMap(SourceIdentity::server));
    return new SourceIdentity(server, poll.database(), poll.brokerGuid(), objectId, instances);
  }
}
