package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.NotReadyException;
import io.strandline.lsn.Lsn;
import io.strandline.port.InstanceView;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.FakeSession.Executed;
import io.strandline.time.MappedCommit;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PollCallTest {

  private static final Lsn MAX = Lsn.parse("0x0000002A000001E80005");
  private static final Lsn AT = Lsn.parse("0x0000002A000001E80003");
  private static final Lsn MIN = Lsn.parse("0x0000002A000001E80001");
  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final byte[] ZERO = new byte[Lsn.BYTES];

  private final Map<String, Integer> tables = new LinkedHashMap<>();
  private final Map<String, LocalDateTime> created = new LinkedHashMap<>();
  private final Map<String, Lsn> starts = new LinkedHashMap<>();
  private byte[] max = MAX.toBytes();
  private LocalDateTime maxTime = NOON;
  private byte[] min = MIN.toBytes();
  private String zone = "E. South America Standard Time";

  private final List<Object[]> traits = new ArrayList<>();
  private final FakeSession session = new FakeSession(this::answer);
  private PollCall call = new PollCall(Optional.empty(), "db1:1433/sales", List.of());

  @BeforeEach
  void oneInstance() {
    instance("dbo_orders", 100, NOON);
  }

  private void instance(String name, int table, LocalDateTime enabled) {
    tables.put(name, table);
    created.put(name, enabled);
  }

  private List<Object> answer(Executed executed) {
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
                max,
                maxTime,
                OffsetDateTime.parse("2026-11-01T12:00:03.5-03:00"),
                "db1",
                "sales",
                "0e984725-c51c-4bf4-9960-e1c80e27aba0",
                "READ_WRITE",
                AT.toBytes(),
                NOON.minusSeconds(1),
                null,
                null));
    if (zone != null) {
      results.add(FakeRows.labelled("zone_id").row(zone));
    }
    results.add(listed());
    FakeRows special = FakeRows.labelled("table_id", "column_id", "is_computed", "collation_name");
    Object table = executed.parameters().get(4);
    traits.stream().filter(row -> table == null || table.equals(row[0])).forEach(special::row);
    results.add(special);
    results.add(
        FakeRows.labelled("min_lsn", "min_time", "other_min_lsn", "other_min_time")
            .row(min, NOON.minusHours(1), ZERO, null));
    results.add(columns((String) executed.parameters().get(2)));
    if (executed.parameters().get(3) != null) {
      results.add(columns((String) executed.parameters().get(3)));
    }
    return results;
  }

  private FakeRows listed() {
    FakeRows rows =
        FakeRows.labelled(
            "source_schema",
            "source_table",
            "capture_instance",
            "object_id",
            "source_object_id",
            "start_lsn",
            "create_date");
    tables.forEach(
        (name, table) ->
            rows.row(
                "dbo",
                "orders",
                name,
                900,
                table,
                starts.getOrDefault(name, AT).toBytes(),
                created.get(name)));
    return rows;
  }

  private Object columns(String instance) {
    if (!tables.containsKey(instance)) {
      return new SQLException("O objeto não existe", "S0001", 22981);
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
        .row("dbo", "orders", instance, "price", 7, 2, "decimal", null, 9, 10, 2, null)
        .row("dbo", "orders", instance, "id", 1, 1, "int", null, 10, 10, 0, null)
        .row("dbo", "orders", instance, "at", 8, 3, "datetime2", null, null, null, null, 7)
        .row("dbo", "orders", instance, "note", 9, 4, "nvarchar", -1, null, null, null, null)
        .row("dbo", "orders", instance, "place", 10, 5, "geography", null, null, null, null, null);
  }

  private SourcePoll poll(String instance) throws SQLException {
    return call.run(session.connection(), new PollRequest(instance, List.of(), AT));
  }

  @Test
  void tellsWhatTheSourceIs() throws SQLException {
    SourcePoll poll = poll("dbo_orders");

    assertThat(poll.max()).contains(new MappedCommit(MAX, NOON));
    assertThat(poll.atOrBelow()).contains(new MappedCommit(AT, NOON.minusSeconds(1)));
    assertThat(poll.above()).isEmpty();
    assertThat(poll.clock().utc()).isEqualTo(Instant.parse("2026-11-01T15:00:03.5Z"));
    assertThat(poll.clock().offset()).isEqualTo(ZoneOffset.ofHours(-3));
    assertThat(poll.clock().zone()).contains(ZoneId.of("America/Sao_Paulo"));
    assertThat(poll.database()).isEqualTo("sales");
    assertThat(poll.brokerGuid()).contains("0E984725-C51C-4BF4-9960-E1C80E27ABA0");
    assertThat(poll.readOnlyReplica()).isFalse();
  }

  @Test
  void describesTheInstance() throws SQLException {
    InstanceView view = poll("dbo_orders").instance("dbo_orders").orElseThrow();

    assertThat(view.minLsn()).contains(MIN);
    assertThat(view.watermarkLocal()).contains(NOON.minusHours(1));
    assertThat(view.instance().sourceObjectId()).isEqualTo(100);
    assertThat(view.instance().startLsn()).contains(AT);
    assertThat(view.instance().columns())
        .extracting(column -> column.name() + " " + column.sourceType())
        .containsExactly(
            "id int",
            "price decimal(9,2)",
            "at datetime2(7)",
            "note nvarchar(max)",
            "place geography");
    assertThat(view.instance().columns().get(1).type()).contains(ColumnType.decimal(9, 2));
    assertThat(view.instance().columns().get(2).type()).contains(ColumnType.of(Kind.TIMESTAMP_NTZ));
    assertThat(view.instance().columns().get(4).type()).isEmpty();
  }

  @Test
  void tellsComputedColumnsAndForeignCollations() throws SQLException {
    traits.add(new Object[] {100, 7, true, null});
    traits.add(new Object[] {100, 9, false, "Latin1_General_CI_AS"});
    traits.add(new Object[] {200, 1, true, null});

    for (int look = 0; look < 2; look++) {
      List<CapturedColumn> columns =
          poll("dbo_orders").instance("dbo_orders").orElseThrow().instance().columns();

      assertThat(columns.stream().filter(CapturedColumn::computed))
          .extracting(CapturedColumn::name, CapturedColumn::columnId)
          .containsExactly(tuple("price", 7));
      assertThat(columns.stream().filter(column -> column.foreignCollation().isPresent()))
          .extracting(CapturedColumn::name, column -> column.foreignCollation().get())
          .containsExactly(tuple("note", "Latin1_General_CI_AS"));
    }
    assertThat(session.executed()).hasSize(2);
    assertThat(session.executed().get(0).parameters()).containsEntry(4, null);
    assertThat(session.executed().get(1).parameters()).containsEntry(4, 100);
  }

  @Test
  void asksAgainAboutATableThatWasMadeAnew() throws SQLException {
    poll("dbo_orders");
    instance("dbo_orders", 300, NOON.plusDays(1));
    traits.add(new Object[] {300, 7, true, null});

    assertThat(poll("dbo_orders").instances().get(0).instance().columns().get(1).computed())
        .isTrue();
    assertThat(session.executed()).hasSize(3);
  }

  @Test
  void asksOnce() throws SQLException {
    poll("dbo_orders");

    assertThat(session.executed()).hasSize(1);
    assertThat(session.openStatements()).isZero();
  }

  @Test
  void asksTwiceOnlyWhenASecondInstanceAppears() throws SQLException {
    instance("dbo_orders_v2", 100, NOON.plusDays(1));

    assertThat(poll("dbo_orders").instances())
        .extracting(view -> view.instance().name())
        .containsExactly("dbo_orders", "dbo_orders_v2");
    assertThat(session.executed()).hasSize(2);

    poll("dbo_orders");
    assertThat(session.executed()).hasSize(3);
    assertThat(session.executed().get(2).parameters())
        .containsEntry(2, "dbo_orders")
        .containsEntry(3, "dbo_orders_v2");
  }

  @Test
  void ordersInstancesByTheirCreation() throws SQLException {
    instance("a_newer_one", 100, NOON.plusDays(1));

    SourcePoll poll = poll("a_newer_one");

    assertThat(poll.instances())
        .extracting(view -> view.instance().name())
        .containsExactly("dbo_orders", "a_newer_one");
  }

  @Test
  void ordersInstancesOfOneMomentByTheirStart() throws SQLException {
    instance("earlier_start", 100, NOON);
    starts.put("earlier_start", MIN);

    assertThat(poll("dbo_orders").instances())
        .extracting(view -> view.instance().name())
        .containsExactly("earlier_start", "dbo_orders");
  }

  @Test
  void forgetsASecondInstanceThatIsGone() throws SQLException {
    instance("dbo_orders_v2", 100, NOON.plusDays(1));
    poll("dbo_orders");
    tables.remove("dbo_orders_v2");

    assertThat(poll("dbo_orders").instances()).hasSize(1);
  }

  @Test
  void leavesOtherTablesOut() throws SQLException {
    instance("dbo_items", 200, NOON);

    assertThat(poll("dbo_orders").instances()).hasSize(1);
    assertThat(session.executed()).hasSize(1);
  }

  @Test
  void isEmptyForAnInstanceThatIsNotListed() throws SQLException {
    assertThat(poll("dbo_gone").instances()).isEmpty();
    assertThat(session.executed()).hasSize(1);
  }

  @Test
  void findsANameThatDiffersByCase() throws SQLException {
    assertThat(poll("DBO_Orders").instance("dbo_orders")).isPresent();
  }

  @Test
  void asksForTheExactNameAmongSeveral() throws SQLException {
    instance("DBO_ORDERS", 200, NOON);

    assertThat(poll("dbo_orders").instances()).hasSize(1);
    assertThatThrownBy(() -> poll("Dbo_Orders"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("dbo_orders")
        .hasMessageContaining("DBO_ORDERS");
  }

  @Test
  void b17TakesZeroAndNullForUnknown() throws SQLException {
    min = ZERO;
    max = null;
    maxTime = null;

    SourcePoll poll = poll("dbo_orders");

    assertThat(poll.max()).isEmpty();
    assertThat(poll.instances().get(0).minLsn()).isEmpty();
    min = null;
    assertThat(poll("dbo_orders").instances().get(0).minLsn()).isEmpty();
  }

  @Test
  void isNotReadyWhereCleanupJustTookTheNewestTime() {
    maxTime = null;

    assertThatThrownBy(() -> poll("dbo_orders")).isInstanceOf(NotReadyException.class);
  }

  @Test
  void leavesTheZoneOpenBeforeSqlServer2022() throws SQLException {
    zone = null;

    assertThat(poll("dbo_orders").clock().zone()).isEmpty();
  }

  @Test
  void refusesAZoneItDoesNotKnow() {
    zone = "Atlantis Standard Time";

    assertThatThrownBy(() -> poll("dbo_orders"))
        .isInstanceOf(InvalidOptionsException.class)
        .satisfies(
            error ->
                assertThat(((InvalidOptionsException) error).remedy()).contains("sourceTimeZone"));
  }

  @Test
  void prefersTheZoneOfTheOption() throws SQLException {
    zone = "Atlantis Standard Time";
    call = new PollCall(Optional.of(ZoneId.of("Asia/Kathmandu")), "db1:1433/sales", List.of());

    assertThat(poll("dbo_orders").clock().zone()).contains(ZoneId.of("Asia/Kathmandu"));
  }
}
