package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ProviderTest {

  @Test
  void theServiceLoaderFindsTheDeltaTables() {
    List<TableStoreProvider> found =
        ServiceLoader.load(TableStoreProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    assertThat(found).hasAtLeastOneElementOfType(DeltaTableStoreProvider.class);
    try (TableStore store = new DeltaTableStoreProvider().open(InstantSource.system())) {
      assertThat(store.tableName("orders", ".")).isEqualTo("orders");
    }
  }
}
