package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.DdlChange;
import io.strandline.lsn.Lsn;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a poll says of a table with instances that come, go and record changes of definition. */
final class PollHistoryTest {

  private static final Lsn POSITION = Lsn.parse("0x0000002A000001E80003");
  private static final Lsn AFTER = Lsn.parse("0x0000002A000001E80004");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final String WARNING = "trustServerCertificate is on";

  private final Map<String, LocalDateTime> instances = new LinkedHashMap<>();
  private final List<String> gone = new ArrayList<>();
  private final FakeSession session = new FakeSession(executed -> answer(executed.parameters()));
  private final PollCall call = new PollCall(Optional.empty(), "db1:1433/sales", List.of(WARNING));

  private List<Object> answer(Map<Integer, Object> parameters) {
    List<Object> results = new ArrayList<>();
    results.add(
        FakeRows.labelled(
                "max_lsn",
                "max_time",
                "server_now",
                "server_name",
                "database_name",
                "broker_guid",
                "updateability",
                "at_lsn",
                "at_time",
                "above_lsn",
                "above_time")
            .row(
                AFTER.toBytes(),
                NOON,
                OffsetDateTime.parse("2026-11-01T12:00:03.5-03:00"),
                "db1",
                "sales",
                null,
                "READ_WRITE",
                null,
                null,
                null,
                null));
    FakeRows listed =
        FakeRows.labelled(
            "source_schema",
            "source_table",
            "capture_instance",
            "object_id",
            "source_object_id",
            "start_lsn",
            "create_date");
    instances.forEach(
        (name, created) ->
            listed.row("dbo", "orders", name, 900, 100, POSITION.toBytes(), created));
    results.add(listed);
    results.add(
        FakeRows.labelled("min_lsn", "min_time", "other_min_lsn", "other_min_time")
            .row(POSITION.toBytes(), NOON, POSITION.toBytes(), NOON));
    for (boolean ddl : new boolean[] {false, true}) {
      for (int parameter = 2; parameter <= 3; parameter++) {
        if (parameters.get(parameter) instanceof String name) {
          results.add(ddl ? history(name) : columns(name));
        }
      }
    }
    return results;
  }

  private boolean isThere(String name) {
    return instances.containsKey(name) && !gone.contains(name);
  }

  private Object columns(String name) {
    if (!isThere(name)) {
      return new SQLException("对象不存在", "S0001", 22981);
    }
    return FakeRows.labelled(
            "source_schema",
            "source_table",
            "capture_instance",
            "column_name",
            "column_id",
            "column_ordinal",
            "data_type",
            "character_maximum_length",
            "numeric_precision",
            "numeric_precision_radix",
            "numeric_scale",
            "datetime_precision")
        .row("dbo", "orders", name, "id", 1, 1, "int", null, 10, 10, 0, null);
  }

  private Object history(String name) {
    if (!isThere(name)) {
      return new SQLException("对象不存在", "S0001", 22981);
    }
    return FakeRows.labelled(
            "source_schema",
            "source_table",
            "capture_instance",
            "required_column_update",
            "ddl_command",
            "ddl_lsn",
            "ddl_time")
        .row("dbo", "orders", name, true, "old", POSITION.toBytes(), NOON)
        .row("dbo", "orders", name, false, "new for " + name, AFTER.toBytes(), NOON);
  }

  private SourcePoll poll(String asked, String... known) throws SQLException {
    return call.run(session.connection(), new PollRequest(asked, List.of(known), POSITION));
  }

  @Test
  void tellsWhatEachInstanceRecordedAfterThePositionInOneRoundTrip() throws SQLException {
    instances.put("v1", NOON);
    instances.put("v2", NOON.plusHours(1));

    SourcePoll poll = poll("v1", "v1", "v2");

    assertThat(session.executed()).hasSize(1);
    assertThat(poll.instances())
        .extracting(view -> view.ddl())
        .containsExactly(
            List.of(new DdlChange(AFTER, NOON, "new for v1", false)),
            List.of(new DdlChange(AFTER, NOON, "new for v2", false)));
  }

  @Test
  void followsAKnownInstanceInOneRoundTripOnceTheNamedOneIsGone() throws SQLException {
    instances.put("v2", NOON);

    assertThat(poll("v1", "v2").instances()).hasSize(1);

    assertThat(session.executed()).hasSize(1);
  }

  @Test
  void looksOnceMoreWhereAnInstanceOfThoseKnownIsGone() throws SQLException {
    instances.put("v2", NOON);

    assertThat(poll("v1", "v1", "v2").instances()).extracting(v -> v.name()).containsExactly("v2");
    int looks = session.executed().size();
    assertThat(looks).isLessThanOrEqualTo(2);
    poll("v1", "v1", "v2");

    assertThat(session.executed()).hasSize(looks + 1);
  }

  @Test
  void b65WarnsOfWhatTheUrlSwitchesOff() throws SQLException {
    instances.put("v1", NOON);

    assertThat(poll("v1").warnings()).containsExactly(WARNING);
    assertThat(poll("v2").warnings()).containsExactly(WARNING);
  }

  @Test
  void b68SaysThatNothingIsListedNotThatNothingChanged() throws SQLException {
    SourcePoll poll = poll("dbo_orders");

    assertThat(poll.instances()).isEmpty();
    assertThat(poll.max()).isPresent();
  }
}
