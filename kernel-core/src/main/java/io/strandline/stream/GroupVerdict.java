package io.strandline.stream;

import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Offset;
import io.strandline.plan.VerdictCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.ControlTable;
import io.strandline.port.PollRequest;
import io.strandline.report.GroupReport;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import io.strandline.verdict.GroupIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A group's row of the control table. Not thread-safe. */
final class GroupVerdict {

  /** Commit times are in steps of 1/300 s, rounded to milliseconds (measured). */
  private static final Duration CLOCK_STEP = Duration.ofMillis(10);

  private final String name;
  private final List<Stream> streams;
  private final ControlTable control;

  GroupVerdict(String name, List<Stream> streams) {
    this.name = name;
    this.streams = streams;
    this.control = streams.get(0).tables().control();
  }

  /**
   * Takes back the verdict of a group of the same name with other members, before any member's data
   * are written.
   *
   * @throws InvalidOptionsException if the members are of different databases
   */
  void prepare() {
    Optional<List<Optional<StreamState>>> states = states();
    states.ifPresent(this::verifySource);
    Optional<ControlRow> there = control.read(GroupIdentity.PREFIX + name);
    GroupIdentity changing = changing();
    Optional<GroupIdentity> members =
        states.isPresent()
            ? states.filter(this::areLoaded).map(all -> identity(loaded(all)))
            : published();
    boolean known =
        there.isEmpty()
            || there.get().tableId().equals(changing.tableId())
            || members.filter(own -> own.tableId().equals(there.get().tableId())).isPresent();
    if (!known) {
      control.publish(
          row(changing, Optional.empty(), there.get().losslessSince(), Optional.empty()));
    }
  }

  /** Publishes what the members' tables allow to say. */
  GroupReport publish(List<GroupReport.Member> members) {
    Optional<Offset> cut = Optional.empty();
    try {
      Optional<List<Optional<StreamState>>> states = states();
      states.ifPresent(this::verifySource);
      if (states.filter(this::areLoaded).isEmpty()) {
        return new GroupReport(
            name, members, cut, control.read(GroupIdentity.PREFIX + name), Optional.empty());
      }
      List<StreamState> loaded = loaded(states.get());
      cut = Optional.of(cut(loaded));
      ControlRow published = publish(loaded, cut.get());
      return new GroupReport(name, members, cut, Optional.of(published), Optional.empty());
    } catch (InvalidOptionsException e) {
      throw e;
    } catch (StrandlineException e) {
      return new GroupReport(name, members, cut, Optional.empty(), Optional.of(e));
    }
  }

  private ControlRow publish(List<StreamState> states, Offset cut) {
    GroupIdentity identity = identity(states);
    Instant lossless =
        states.stream()
            .map(StreamState::losslessSince)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    Optional<ControlRow> there =
        control.read(identity.rowName()).filter(row -> row.tableId().equals(identity.tableId()));
    boolean anyLoad = states.stream().anyMatch(state -> state.snapshot().isPresent());
    ControlRow known =
        there.isPresent()
            ? there.get()
            : control.publish(
                row(
                    identity,
                    Optional.empty(),
                    anyLoad ? later(lossless, serverNow(states.get(0))) : lossless,
                    Optional.empty()));
    boolean whole = !anyLoad || cut.commitTs().isAfter(known.losslessSince());
    ControlRow wanted =
        row(
            identity,
            verdict(states),
            later(lossless, known.losslessSince()),
            whole ? Optional.of(cut) : Optional.empty());
    return wanted.over(known).saysTheSameAs(known) ? known : control.publish(wanted);
  }

  /**
   * The server's clock once every load is in the tables, from which on the group's history counts
   * as whole: a load may have seen commits that capture had not recorded yet.
   */
  private Instant serverNow(StreamState state) {
    Stream any = streams.get(0);
    PollRequest request =
        new PollRequest(
            any.options().captureInstance(), state.source().names(), state.offset().lsn());
    return any.source().poll(request).clock().utc().plus(CLOCK_STEP);
  }

  /** The least published verdict, at the coarsest of the members' granularities. */
  private Optional<Instant> verdict(List<StreamState> states) {
    Optional<Instant> least = Optional.empty();
    for (int i = 0; i < states.size(); i++) {
      String tableId = states.get(i).tableId();
      Optional<Instant> one =
          control
              .read(streams.get(i).tables().bronze().name())
              .filter(row -> row.tableId().equals(tableId))
              .flatMap(ControlRow::finalizedUntil);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      least = least.filter(ts -> ts.isBefore(one.get())).or(() -> one);
    }
    return least.map(granularity()::truncate);
  }

  private Granularity granularity() {
    return streams.stream()
        .map(stream -> stream.tables().granularity())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static Offset cut(List<StreamState> states) {
    return states.stream()
        .map(StreamState::offset)
        .min(Comparator.comparing(Offset::lsn).thenComparing(Offset::commitTs))
        .orElseThrow();
  }

  private ControlRow row(
      GroupIdentity identity, Optional<Instant> until, Instant lossless, Optional<Offset> end) {
    return new ControlRow(
        identity.rowName(), identity.tableId(), name, until, granularity(), lossless, end);
  }

  private GroupIdentity identity(List<StreamState> states) {
    return GroupIdentity.of(
        name,
        states.stream()
            .map(state -> new GroupIdentity.Member(state.tableId(), state.appId()))
            .toList());
  }

  /** The identity of the row while the members change: of no group that has tables. */
  private GroupIdentity changing() {
    return GroupIdentity.of(
        name,
        streams.stream()
            .map(stream -> new GroupIdentity.Member("", stream.tables().bronze().name()))
            .toList());
  }

  /**
   * The members as their own control rows name them, where a table cannot be read: if they are the
   * group's, its row says no more than it did, else it would be taken for the new members'.
   */
  private Optional<GroupIdentity> published() {
    List<GroupIdentity.Member> members = new ArrayList<>();
    for (Stream stream : streams) {
      control
          .read(stream.tables().bronze().name())
          .ifPresent(row -> members.add(new GroupIdentity.Member(row.tableId(), row.appId())));
    }
    return members.size() == streams.size()
        ? Optional.of(GroupIdentity.of(name, members))
        : Optional.empty();
  }

  private static boolean isLoaded(StreamState state) {
    return state.snapshot().filter(snapshot -> !snapshot.done()).isEmpty();
  }

  private boolean areLoaded(List<Optional<StreamState>> states) {
    return loaded(states).size() == streams.size();
  }

  private static List<StreamState> loaded(List<Optional<StreamState>> states) {
    return states.stream().flatMap(Optional::stream).filter(GroupVerdict::isLoaded).toList();
  }

  /**
   * Each member's state, empty where there is no table or one that is not the member's, such as a
   * clone; empty if one cannot be read.
   */
  private Optional<List<Optional<StreamState>>> states() {
    List<Optional<StreamState>> states = new ArrayList<>();
    for (Stream stream : streams) {
      BronzeHead head;
      try {
        head = stream.tables().bronze().head();
      } catch (StrandlineException e) {
        return Optional.empty();
      }
      if (head instanceof BronzeHead.Foreign && !isOfAnother(stream, head)) {
        return Optional.empty();
      }
      states.add(
          head instanceof BronzeHead.Present table
                  && table.state().tableId().equals(table.tableId())
              ? Optional.of(table.state())
              : Optional.empty());
    }
    return Optional.of(states);
  }

  /** Whether the member's own control row is of another table than the one that is there. */
  private boolean isOfAnother(Stream stream, BronzeHead head) {
    return control
        .read(stream.tables().bronze().name())
        .filter(row -> VerdictCheck.isOfAnother(row, head))
        .isPresent();
  }

  private void verifySource(List<Optional<StreamState>> states) {
    Optional<SourceIdentity> first = Optional.empty();
    for (int i = 0; i < states.size(); i++) {
      Optional<SourceIdentity> source = states.get(i).map(StreamState::source);
      if (first.isEmpty()) {
        first = source;
      } else if (source.isPresent() && !isSame(first.get(), source.get())) {
        throw new InvalidOptionsException(
            "group '"
                + name
                + "': table '"
                + streams.get(i).tables().bronze().name()
                + "' is of database '"
                + source.get().database()
                + "', and others are of '"
                + first.get().database()
                + "' (service_broker_guid "
                + source.get().brokerGuid().orElse("not readable")
                + " and "
                + first.get().brokerGuid().orElse("not readable")
                + ")",
            "make a group of each database: LSNs of different databases have no common order");
      }
    }
  }

  private static boolean isSame(SourceIdentity a, SourceIdentity b) {
    return a.database().equals(b.database()) && a.brokerGuid().equals(b.brokerGuid());
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
