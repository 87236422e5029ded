package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The contract of {@link io.strandline.port.TableStore#tableName}. */
public abstract class TableNameContract extends StoreContract {

  @Test
  final void belowTheWarehouseItIsTheRelativePath() {
    assertThat(name(warehouse + "/sales/orders")).isEqualTo("sales/orders");
    assertThat(name(warehouse + "/orders")).isEqualTo("orders");
  }

  @Test
  final void spellingsOfOnePathAreOneName() {
    assertThat(name(warehouse + "/sales/orders/")).isEqualTo("sales/orders");
    assertThat(name(warehouse + "//sales/./orders")).isEqualTo("sales/orders");
    assertThat(name(warehouse + "/items/../sales/orders")).isEqualTo("sales/orders");
    assertThat(name(warehouse.toUri() + "sales/orders")).isEqualTo("sales/orders");
    assertThat(store.tableName(warehouse + "/sales/orders", warehouse + "/"))
        .isEqualTo("sales/orders");
    assertThat(store.tableName(warehouse + "/sales/orders", warehouse.toUri().toString()))
        .isEqualTo("sales/orders");
  }

  @Test
  final void aRelativePathIsBelowTheWarehouse() {
    assertThat(name("orders")).isEqualTo("orders");
    assertThat(name("./orders/")).isEqualTo("orders");
    assertThat(name("sales/orders")).isEqualTo("sales/orders");
  }

  @Test
  final void outsideTheWarehouseItIsOneAbsoluteUri() {
    String sibling = warehouse + "2/orders";

    assertThat(name(sibling)).startsWith("file:").endsWith("2/orders");
    assertThat(name("file:" + sibling)).isEqualTo(name(sibling));
    assertThat(name("file://" + sibling + "/")).isEqualTo(name(sibling));
  }

  private String name(String location) {
    return store.tableName(location, warehouse.toString());
  }
}
