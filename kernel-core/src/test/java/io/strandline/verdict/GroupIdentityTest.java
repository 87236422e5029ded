package io.strandline.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.verdict.GroupIdentity.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupIdentityTest {

  private static final Member ORDERS = new Member("id-1", "orders");
  private static final Member FLIGHTS = new Member("id-2", "flights");

  private static String id(Member... members) {
    return GroupIdentity.of("sales", List.of(members)).tableId();
  }

  @Test
  void theOrderOfTheMembersDoesNotMatter() {
    assertThat(id(ORDERS, FLIGHTS)).isEqualTo(id(FLIGHTS, ORDERS)).matches("[0-9a-f]{64}");
  }

  @Test
  void theIdOfKnownMembersIsTheHashOfTheirLengthsAndBytes() {
    // printf '\0\0\0\4id-1\0\0\0\6orders\0\0\0\4id-2\0\0\0\7flights' | sha256sum
    assertThat(id(ORDERS, FLIGHTS))
        .isEqualTo("4560e3f13a7641376ef018740a45cc54edcdd6c80b8aa132835d3f1b68fa3669");
  }

  @Test
  void everyOtherMembershipIsAnotherIdentity() {
    assertThat(id(ORDERS))
        .isNotEqualTo(id(ORDERS, FLIGHTS))
        .isNotEqualTo(id(new Member("id-2", "orders")))
        .isNotEqualTo(id(new Member("id-1", "order")))
        .isNotEqualTo(id(new Member("id-1o", "rders")));
    assertThat(id(ORDERS, FLIGHTS))
        .isNotEqualTo(id(new Member("id-1", "flights"), new Member("id-2", "orders")));
  }

  @Test
  void theNameIsPartOfTheRowsNameAlone() {
    GroupIdentity group = GroupIdentity.of("sales", List.of(ORDERS));

    assertThat(GroupIdentity.of("other", List.of(ORDERS)).tableId()).isEqualTo(group.tableId());
    assertThat(group.rowName()).isEqualTo("group:sales");
  }

  @Test
  void aGroupHasANameAndMembersEachOnce() {
    assertThatThrownBy(() -> GroupIdentity.of(" ", List.of(ORDERS)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GroupIdentity.of("sales", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GroupIdentity.of("sales", List.of(ORDERS, FLIGHTS, ORDERS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }
}
