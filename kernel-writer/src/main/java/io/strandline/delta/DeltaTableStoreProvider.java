package io.strandline.delta;

import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import java.time.InstantSource;
import java.util.Map;

/** Offers Delta tables to the {@link java.util.ServiceLoader}. */
public final class DeltaTableStoreProvider implements TableStoreProvider {

  @Override
  public TableStore open(InstantSource clock) {
    return DeltaTableStore.open(clock, Map.of());
  }
}
