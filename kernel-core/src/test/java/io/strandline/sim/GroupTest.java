package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.ChangeBatch;
import io.strandline.check.PassingSource;
import io.strandline.error.ErrorCode;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SourcePoll;
import io.strandline.report.GroupReport;
import io.strandline.report.IngestReport;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.stream.Stream;
import io.strandline.stream.StreamGroup;
import io.strandline.stream.Streams;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.GroupIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two or three tables of one simulated source as a group. */
class GroupTest {

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-05-04T08:00:00Z"));
  private final SourceDatabase database =
      new SourceDatabase(new ServerTime(clock, ZoneId.of("UTC")));
  private final Warehouse warehouse = new Warehouse(Witness.NONE);
  private final SimSource source = new SimSource(database, Gate.OPEN);
  private int ids;

  @BeforeEach
  void changes() {
    database.scan(100);
    commitAndCapture();
  }

  @Test
  void theCutAndTheVerdictAreTheLeastOfTheMembers() {
    Stream ahead = stream("ahead", source);
    Stream behind = stream("behind", source);
    behind.ingest();
    commitAndCapture();
    ahead.ingest();
    Stream failing = stream("behind", new Unreachable(source));

    GroupReport report = Streams.group("all", List.of(ahead, failing), clock).ingest();

    assertThat(report.members().get(0).report()).containsInstanceOf(IngestReport.Idle.class);
    assertThat(report.failed()).extracting(GroupReport.Member::table).containsExactly("behind");
    assertThat(report.failed().get(0).error().orElseThrow().code())
        .isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
    ControlRow behindRow = behind.verdict().orElseThrow();
    ControlRow row = report.published().orElseThrow();
    assertThat(report.cut()).isEqualTo(behindRow.end());
    assertThat(row.end()).isEqualTo(behindRow.end());
    assertThat(row.finalizedUntil()).isEqualTo(behindRow.finalizedUntil());
    assertThat(row.finalizedUntil()).isNotEqualTo(ahead.verdict().orElseThrow().finalizedUntil());
    assertThat(row.tableName()).isEqualTo("group:all");
    assertThat(row.tableId())
        .isEqualTo(
            GroupIdentity.of(
                    "all",
                    List.of(
                        new GroupIdentity.Member(
                            ahead.verdict().orElseThrow().tableId(), SourceDatabase.FOLLOWED),
                        new GroupIdentity.Member(behindRow.tableId(), SourceDatabase.FOLLOWED)))
                .tableId());

    GroupReport again = Streams.group("all", List.of(ahead, behind), clock).ingest();

    assertThat(again.failed()).isEmpty();
    assertThat(again.published().orElseThrow().finalizedUntil())
        .isEqualTo(ahead.verdict().orElseThrow().finalizedUntil());
  }

  @Test
  void aMemberWithoutATableHoldsTheCut() {
    Stream one = stream("one", source);
    Stream never = stream("never", new Unreachable(source));

    GroupReport report = Streams.group("all", List.of(one, never), clock).ingest();

    assertThat(report.members().get(0).report()).containsInstanceOf(IngestReport.Committed.class);
    assertThat(report.cut()).isEmpty();
    assertThat(report.published()).isEmpty();
  }

  @Test
  void changedMembersTakeTheVerdictBackBeforeTheirData() {
    Stream one = stream("one", source);
    ControlRow before =
        Streams.group("all", List.of(one), clock).ingest().published().orElseThrow();
    commitAndCapture();
    Stream two =
        stream(
            "two",
            new PassingSource(source) {
              @Override
              public SessionReader<ChangeBatch> read(ReadRequest request) {
                ControlRow now = groupRow();
                assertThat(now.finalizedUntil()).isEmpty();
                assertThat(now.end()).isEmpty();
                assertThat(now.tableId()).isNotEqualTo(before.tableId());
                return super.read(request);
              }
            });

    GroupReport report = Streams.group("all", List.of(two, one), clock).ingest();

    assertThat(before.finalizedUntil()).isPresent();
    assertThat(report.failed()).isEmpty();
    assertThat(groupRow().finalizedUntil()).isPresent();
    assertThat(groupRow().tableId()).isNotEqualTo(before.tableId());
    Streams.group("all", List.of(one), clock).ingest();
    assertThat(groupRow().tableId()).isEqualTo(before.tableId());
  }

  @Test
  void newMembersOfWhichOneCannotBeReadTakeTheVerdictBackToo() {
    Stream one = stream("one", source);
    Stream two = stream("two", source);
    two.ingest();
    Streams.group("all", List.of(one), clock).ingest();

    GroupReport report = Streams.group("all", List.of(one, unreadable("two")), clock).ingest();

    assertThat(report.failed()).extracting(GroupReport.Member::table).containsExactly("two");
    assertThat(groupRow().finalizedUntil()).isEmpty();
    assertThat(groupRow().end()).isEmpty();
  }

  @Test
  void theSameMembersOfWhichOneCannotBeReadKeepTheirVerdict() {
    Stream one = stream("one", source);
    Stream two = stream("two", source);
    Streams.group("all", List.of(one, two), clock).ingest();
    ControlRow before = groupRow();
    commitAndCapture();

    GroupReport report = Streams.group("all", List.of(one, unreadable("two")), clock).ingest();

    assertThat(report.failed()).extracting(GroupReport.Member::table).containsExactly("two");
    assertThat(before.finalizedUntil()).isPresent();
    assertThat(groupRow()).isEqualTo(before);
  }

  @Test
  void anIdleRoundLooksAtTheFrontierOnce() {
    List<PortCall> asked = new ArrayList<>();
    Counted counted = new Counted(source, asked);
    StreamGroup group =
        Streams.group(
            "all",
            List.of(stream("one", counted), stream("two", counted), stream("three", counted)),
            clock);
    group.ingest();
    group.ingest();
    asked.clear();

    GroupReport idle = group.ingest();

    assertThat(asked).as("the frontier alone").containsExactly(PortCall.POLL);
    assertThat(idle.members())
        .allSatisfy(
            member -> assertThat(member.report()).containsInstanceOf(IngestReport.Idle.class));
    commitAndCapture();
    asked.clear();
    GroupReport work = group.ingest();
    assertThat(work.members())
        .allSatisfy(
            member -> assertThat(member.report()).containsInstanceOf(IngestReport.Committed.class));
    assertThat(asked).filteredOn(PortCall.POLL::equals).hasSize(4);
  }

  @Test
  void membersOfARoundSeeOneFrontierWhateverIsCapturedMeanwhile() {
    ChangeSource busy =
        new PassingSource(source) {
          @Override
          public synchronized SourcePoll poll(PollRequest request) {
            commitAndCapture();
            return super.poll(request);
          }
        };
    StreamGroup group =
        Streams.group("all", List.of(stream("one", busy), stream("two", busy)), clock);
    for (int round = 0; round < 3; round++) {
      Lsn before = database.max().orElseThrow().lsn();

      GroupReport report = group.ingest();

      assertThat(report.failed()).isEmpty();
      assertThat(database.max().orElseThrow().lsn()).isGreaterThan(before);
      assertThat(report.members())
          .extracting(member -> member.report().orElseThrow().status().sourceMax())
          .containsOnly(Optional.of(before));
      assertThat(report.cut().orElseThrow().lsn()).isEqualTo(before);
    }
  }

  @Test
  void aMemberThatAnotherCallerTookFurtherIsNotHeldBack() {
    Stream alone = stream("one", source);
    alone.ingest();
    ChangeSource overtaken =
        new PassingSource(source) {
          @Override
          public Frontier frontier() {
            Frontier frontier = super.frontier();
            commitAndCapture();
            alone.ingest();
            return frontier;
          }
        };

    GroupReport report = Streams.group("all", List.of(stream("one", overtaken)), clock).ingest();

    assertThat(report.failed()).isEmpty();
    assertThat(report.cut().orElseThrow().lsn()).isEqualTo(database.max().orElseThrow().lsn());
  }

  @Test
  void membersOfDifferentDatabasesAreRefused() {
    Stream one = stream("one", source);
    Stream other = stream("other", new Elsewhere(source));
    one.ingest();
    other.ingest();

    assertThatThrownBy(() -> Streams.group("all", List.of(one, other), clock).ingest())
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("'elsewhere'");
  }

  @Test
  void aGroupOfNothingOrOfATableTwiceIsRefused() {
    Stream one = stream("one", source);

    assertThatThrownBy(() -> Streams.group("all", List.of(), clock))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("no members");
    assertThatThrownBy(() -> Streams.group(" ", List.of(one, one), clock))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("a group's name")
        .hasMessageContaining("'one' is in the group twice");
  }

  /** A source that cannot be reached. */
  private static final class Unreachable extends PassingSource {

    Unreachable(ChangeSource source) {
      super(source);
    }

    @Override
    public SourcePoll poll(PollRequest request) {
      throw new SourceUnavailableException("the server does not answer", "call again");
    }
  }

  /** Notes what is asked; members ask from threads of their own. */
  private static final class Counted extends PassingSource {

    private final List<PortCall> asked;

    Counted(ChangeSource source, List<PortCall> asked) {
      super(source);
      this.asked = Collections.synchronizedList(asked);
    }

    @Override
    public SourcePoll poll(PollRequest request) {
      asked.add(PortCall.POLL);
      return super.poll(request);
    }

    @Override
    public Frontier frontier() {
      asked.add(PortCall.POLL);
      return super.frontier();
    }

    @Override
    public Measurement measure(MeasureRequest request) {
      asked.add(PortCall.MEASURE);
      return super.measure(request);
    }
  }

  /** The same history in a database of another name. */
  private static final class Elsewhere extends PassingSource {

    Elsewhere(ChangeSource source) {
      super(source);
    }

    @Override
    public SourcePoll poll(PollRequest request) {
      SourcePoll poll = super.poll(request);
      return new SourcePoll(
          poll.max(),
          poll.clock(),
          poll.server(),
          "elsewhere",
          poll.brokerGuid(),
          poll.readOnlyReplica(),
          poll.atOrBelow(),
          poll.above(),
          poll.instances(),
          poll.warnings());
    }

    @Override
    public SessionReader<ChangeBatch> read(ReadRequest request) {
      return new Reader<>(super.read(request)) {
        @Override
        public ReadSession session() {
          ReadSession session = super.session();
          return new ReadSession(
              "elsewhere", session.brokerGuid(), session.maxLsn(), session.columns());
        }
      };
    }
  }

  private ControlRow groupRow() {
    return new SimTableStore(warehouse, Gate.OPEN, clock)
        .control(options("one").tables())
        .read("group:all")
        .orElseThrow();
  }

  /** A stream whose table cannot be read now. */
  private Stream unreadable(String table) {
    Gate closed =
        new Gate() {
          @Override
          public void before(PortCall call) {
            if (call == PortCall.HEAD) {
              throw new TargetNotWritableException("the folder is not there", "call again");
            }
          }
        };
    return Streams.of(
        source,
        new SimTableStore(warehouse, closed, clock),
        options(table),
        clock,
        () -> "id-" + ++ids);
  }

  private Stream stream(String table, ChangeSource its) {
    return Streams.of(
        its,
        new SimTableStore(warehouse, Gate.OPEN, clock),
        options(table),
        clock,
        () -> "id-" + ++ids);
  }

  private void commitAndCapture() {
    clock.advance(Duration.ofMinutes(7));
    database.commit(Kind.OURS, 16, lsn -> List.of(SourceChange.insert(lsn, 1)));
    database.scan(100);
  }

  private static StreamOptions options(String table) {
    return StreamOptions.of(
        OptionValues.of(new Properties())
            .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
            .set(Option.TARGET, "/warehouse/" + table)
            .set(Option.WAREHOUSE, "/warehouse")
            .set(Option.GRANULARITY, "minute"));
  }
}
