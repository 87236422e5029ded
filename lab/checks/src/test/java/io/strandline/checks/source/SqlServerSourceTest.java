package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CapturedColumn;
import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.checks.scene.Waits;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the source says of a morning of flights, held against the lab's own truth. */
final class SqlServerSourceTest {

  @TempDir static Path folder;
  private static Scene scene;
  private static SqlServerSource source;
  private static List<MappedCommit> mapping;

  @BeforeAll
  static void start() {
    scene = Morning.at(folder);
    mapping = scene.mapping();
    source = SqlServerSource.open(scene.config().withFetch(new FetchLimits(7, 600, 1)));
  }

  @AfterAll
  static void leavesNothingBehind() {
    source.close();
    assertThat(Waits.until(() -> scene.lab.tds().connectionCount() == 0)).isTrue();
    assertThat(scene.log.users()).containsOnly("reader", "sa");
    assertThat(scene.log.texts())
        .noneMatch(text -> text.matches("(?is).*\\b(BEGIN TRAN|implicit_transactions on)\\b.*"));
    scene.close();
  }

  private static SourcePoll poll(Lsn position) {
    return source.poll(new PollRequest(FlightsLab.INSTANCE, position));
  }

  private static InstanceView view(String instance) {
    return poll(Lsn.ZERO).instance(instance).orElseThrow();
  }

  private static LsnRange all() {
    return new LsnRange(mapping.get(0).lsn(), mapping.get(mapping.size() - 1).lsn());
  }

  @Test
  void tellsWhereTheSourceStands() {
    MappedCommit newest = mapping.get(mapping.size() - 1);
    MappedCommit third = mapping.get(2);
    SourcePoll poll = poll(mapping.get(3).lsn().previous());

    assertThat(newest.local()).isEqualTo("2013-03-31T02:30:00.123");
    assertThat(poll.max()).contains(newest);
    assertThat(poll.atOrBelow()).contains(third);
    assertThat(poll.above()).contains(mapping.get(3));
    assertThat(poll(third.lsn()).atOrBelow()).contains(third);
    assertThat(poll(newest.lsn()).above()).isEmpty();
    assertThat(poll(Lsn.ZERO).atOrBelow()).isEmpty();
    assertThat(poll.clock().utc()).isEqualTo(scene.lab.clock().instant());
    assertThat(poll.clock().offset()).isEqualTo(ZoneOffset.ofHours(-4));
    assertThat(poll.clock().zone()).contains(scene.lab.clock().zone());
    assertThat(poll.database()).isEqualTo(FlightsLab.DATABASE);
    assertThat(poll.readOnlyReplica()).isFalse();
  }

  @Test
  void listsTheInstancesOfTheTableOldestFirst() {
    List<InstanceView> views = poll(Lsn.ZERO).instances();

    assertThat(views)
        .extracting(view -> view.instance().name())
        .containsExactly(FlightsLab.INSTANCE, Morning.OTHER);
    assertThat(views.get(0).instance().columns())
        .extracting(column -> column.name() + " " + column.sourceType())
        .startsWith("flight_id int", "carrier char(2)", "flight_no smallint")
        .contains("route nvarchar(20)", "scheduled_at datetime2(0)", "departure_delay decimal(5,1)")
        .hasSize(15);
    assertThat(views.get(0).minLsn()).contains(mapping.get(0).lsn());
    assertThat(views.get(0).watermarkLocal()).contains(mapping.get(0).local());
    assertThat(views.get(1).minLsn().orElseThrow()).isGreaterThan(mapping.get(0).lsn());
    assertThat(views.get(1).instance().columns())
        .extracting(CapturedColumn::name)
        .containsExactly("flight_id", "status");
  }

  @Test
  void findsAnInstanceInAnyCase() {
    SourcePoll poll = source.poll(new PollRequest("DBO_Flights", Lsn.ZERO));

    assertThat(poll.instance("DBO_Flights"))
        .map(view -> view.instance().name())
        .contains(FlightsLab.INSTANCE);
    assertThat(source.poll(new PollRequest("dbo_ghosts", Lsn.ZERO)).instances()).isEmpty();
  }

  @Test
  void b09ReadsEveryColumnOfEveryChangeInOrder() {
    List<ChangeRow> expected = ChangeRow.of(scene.lab.changes());

    Reading read = read(FlightsLab.INSTANCE, all());

    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(read.rows()).isEqualTo(expected);
    assertThat(read.batches()).allMatch(rows -> rows <= 7).anyMatch(rows -> rows < 7);
    assertThat(read.minLsnAfter()).contains(mapping.get(0).lsn());
    Map<String, Long> times =
        mapping.stream()
            .collect(
                Collectors.toMap(
                    commit -> commit.lsn().toString(),
                    commit -> commit.local().toInstant(ZoneOffset.UTC).toEpochMilli()));
    assertThat(read.commitLocal())
        .isEqualTo(expected.stream().map(row -> times.get(row.lsn())).toList());
  }

  private static Reading read(String instance, LsnRange range) {
    return Reading.of(source, ReadRequest.of(view(instance).instance(), range));
  }

  @Test
  void readsARangeWithoutItsStart() {
    List<ChangeRow> all = ChangeRow.of(scene.lab.changes());
    String start = all.get(60).lsn();
    String end = all.get(150).lsn();

    List<ChangeRow> rows =
        read(FlightsLab.INSTANCE, new LsnRange(Lsn.parse(start), Lsn.parse(end))).rows();

    assertThat(rows)
        .isEqualTo(
            all.stream()
                .filter(row -> row.lsn().compareTo(start) > 0 && row.lsn().compareTo(end) <= 0)
                .toList());
  }

  @Test
  void b40ReadsAnInstanceOfAnyNameAndSomeColumns() {
    List<ChangeRow> expected = ChangeRow.of(scene.lab.changes(Morning.OTHER));

    assertThat(expected).hasSizeGreaterThan(50).allMatch(row -> row.values().size() == 2);
    assertThat(read(Morning.OTHER, all()).rows()).isEqualTo(expected);
    assertThat(source.measure(MeasureRequest.of(Morning.OTHER, all(), 100_000)).rows())
        .isEqualTo(expected.size());
  }

  @Test
  void sessionsSayWhoTheyAre() {
    SourcePoll poll = poll(Lsn.ZERO);
    Reading read = read(FlightsLab.INSTANCE, all());

    assertThat(read.session().database()).isEqualTo(FlightsLab.DATABASE);
    assertThat(poll.brokerGuid()).isPresent();
    assertThat(read.session().brokerGuid()).isEqualTo(poll.brokerGuid());
    assertThat(read.session().maxLsn()).contains(all().end());
    assertThat(read.session().columns())
        .extracting(column -> Optional.of(column.type()))
        .isEqualTo(
            view(FlightsLab.INSTANCE).instance().columns().stream()
                .map(CapturedColumn::type)
                .toList());
  }

  @Test
  void readsTheSameInEveryZoneOfTheReader() {
    TimeZone before = TimeZone.getDefault();
    try {
      List<Reading> readings = new ArrayList<>();
      // The first skips 02:30 of 31 March, which the last rows hold as value and commit time.
      for (String zone : List.of("Europe/Stockholm", "America/New_York", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        readings.add(read(FlightsLab.INSTANCE, all()));
        assertThat(poll(Lsn.ZERO).max()).contains(mapping.get(mapping.size() - 1));
      }
      assertThat(readings.get(0).rows()).isEqualTo(ChangeRow.of(scene.lab.changes()));
      assertThat(readings).allMatch(readings.get(0)::equals);
    } finally {
      TimeZone.setDefault(before);
    }
  }
}
