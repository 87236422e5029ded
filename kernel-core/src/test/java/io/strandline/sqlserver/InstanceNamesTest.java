package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.lsn.Lsn;
import io.strandline.port.PollRequest;
import io.strandline.sqlserver.PollAnswer.Listed;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InstanceNamesTest {

  private static final LocalDateTime NOON = LocalDateTime.parse("2026-11-01T12:00:00");
  private static final Lsn START = Lsn.parse("0x0000002A000001E80003");

  private final List<Listed> listed = new ArrayList<>();

  private void instance(String name, String schema, String table, int id, int hoursAfterNoon) {
    listed.add(
        new Listed(name, schema, table, id, Optional.of(START), NOON.plusHours(hoursAfterNoon)));
  }

  private List<String> found(String asked, String... known) {
    return InstanceNames.ofTable(new PollRequest(asked, List.of(known), Lsn.ZERO), listed).stream()
        .map(Listed::name)
        .toList();
  }

  @Test
  void findsAllInstancesOfTheTableOldestFirst() {
    instance("v2", "dbo", "orders", 100, 2);
    instance("dbo_orders", "dbo", "orders", 100, 0);
    instance("dbo_items", "dbo", "items", 200, 1);

    assertThat(found("dbo_orders")).containsExactly("dbo_orders", "v2");
    assertThat(found("v2")).containsExactly("dbo_orders", "v2");
  }

  @Test
  void b08OrdersInstancesOfEqualStartByTheirCreation() {
    instance("a", "dbo", "orders", 100, 1);
    instance("b", "dbo", "orders", 100, 0);

    assertThat(found("a")).containsExactly("b", "a");
    assertThat(found("b")).containsExactly("b", "a");
  }

  @Test
  void b08OrdersInstancesAlikeInAllElseTheSameEachTime() {
    instance("b", "dbo", "orders", 100, 0);
    instance("a", "dbo", "orders", 100, 0);

    assertThat(found("a")).isEqualTo(found("b")).containsExactly("a", "b");
  }

  @Test
  void goesOnWithAKnownInstanceOnceTheNamedOneIsGone() {
    instance("v2", "dbo", "orders", 100, 2);
    instance("v3", "dbo", "orders", 100, 3);
    instance("dbo_items", "dbo", "items", 200, 1);

    assertThat(found("first", "first", "v2")).containsExactly("v2", "v3");
    assertThat(found("first", "first")).isEmpty();
  }

  @Test
  void prefersTheNamedInstanceToKnownOnes() {
    instance("dbo_items", "dbo", "items", 200, 1);
    instance("v2", "dbo", "orders", 100, 2);

    assertThat(found("dbo_items", "v2")).containsExactly("dbo_items");
  }

  @Test
  void goesOnByTheDefaultNameOfTheTable() {
    instance("v2", "dbo", "orders", 100, 2);

    assertThat(found("dbo_orders")).containsExactly("v2");
    assertThat(found("DBO_Orders")).containsExactly("v2");
    assertThat(found("dbo_order")).isEmpty();
  }

  @Test
  void takesNoDefaultNameThatTwoTablesHave() {
    instance("v1", "a", "b_c", 100, 0);
    instance("v2", "a_b", "c", 200, 0);

    assertThatThrownBy(() -> found("a_b_c"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("v1")
        .hasMessageContaining("v2");
  }

  @Test
  void asksFirstAboutTheNewestKnown() {
    assertThat(first()).isEqualTo(names("asked", null));
    assertThat(first("v1")).isEqualTo(names("v1", null));
    assertThat(first("v1", "v2")).isEqualTo(names("v1", "v2"));
    assertThat(first("v1", "v2", "v3")).isEqualTo(names("v2", "v3"));
  }

  private static List<Optional<String>> first(String... known) {
    InstanceNames names = InstanceNames.first(new PollRequest("asked", List.of(known), Lsn.ZERO));
    return List.of(Optional.of(names.first()), names.second());
  }

  private static List<Optional<String>> names(String first, String second) {
    return List.of(Optional.of(first), Optional.ofNullable(second));
  }
}
